import { APPLICATION_FILES_PATH } from '#contract/pages/paths.js';
import { CSRF_HEADER } from '#contract/applications/sent-form.js';
import { FILE_PART_BYTES, type SentPart } from '#contract/applications/uploads.js';
import { withToken } from '../session/auth-address';

/** The server has rejected the file; the message contains the reason. */
export class RefusedFile extends Error {}

const PAUSES_MS = [500, 1000, 2000, 4000, 8000];

/**
 * A file upload in parts. After a network failure, it continues after the last part that arrived, automatically or when
 * `send` is called again.
 */
export class FileUpload {
  private token: string | undefined;
  private received = 0;

  constructor(
    private readonly file: File,
    private readonly form: HTMLFormElement,
    private readonly locale: string,
  ) {}

  /**
   * @param onProgress receives values from 0 to 1
   * @returns the token of the file
   * @throws RefusedFile; AbortError; other errors are network failures
   */
  async send(onProgress: (part: number) => void, signal: AbortSignal): Promise<string> {
    for (;;) {
      const sent = await this.sendPart(signal);
      if ('error' in sent) throw new RefusedFile(sent.error);
      this.token = sent.token;
      this.received = sent.received;
      onProgress(this.file.size > 0 ? sent.received / this.file.size : 1);
      if (sent.complete) return sent.token;
    }
  }

  private async sendPart(signal: AbortSignal): Promise<SentPart> {
    const end = Math.min(this.received + FILE_PART_BYTES, this.file.size);
    const query = new URLSearchParams({
      locale: this.locale,
      name: this.file.name,
      offset: String(this.received),
      last: end === this.file.size ? '1' : '0',
      ...(this.token === undefined ? {} : { token: this.token }),
    });
    const body = this.file.slice(this.received, end);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const address = `${APPLICATION_FILES_PATH}?${query.toString()}`;
        return await answerOf(await withToken(this.form, (csrf) => post(address, csrf, body, signal)));
      } catch (error) {
        const pause = PAUSES_MS[attempt];
        if (signal.aborted || error instanceof RefusedFile || pause === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}

function post(address: string, csrf: string, body: Blob, signal: AbortSignal): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    body,
    signal,
    headers: { 'content-type': 'application/octet-stream', [CSRF_HEADER]: csrf },
  });
}

async function answerOf(response: Response): Promise<SentPart> {
  const answer = (await response.json()) as SentPart | { message?: string };
  if (response.ok || response.status === 422) return answer as SentPart;
  const message = 'message' in answer ? answer.message : undefined;
  // Repeating the request would not help.
  if (response.status < 500) throw new RefusedFile(message ?? `HTTP ${response.status}`);
  throw new Error(`HTTP ${response.status}`);
}

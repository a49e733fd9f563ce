import { Readable } from 'node:stream';
import { HttpStatus, Inject, Injectable, NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Backend, BackendFetchResponse } from '#contract/backend/backend.js';
import { Deadline } from '#contract/backend/deadline.js';
import { type GraphqlFailure, GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import { LOGIN_PATH, type Path } from '#contract/pages/paths.js';
import { sendRedirect } from '../../common/send-redirect.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { EMBEDDED_BACKEND, GuardedTransport } from '../graphql-client/index.js';
import { addressesOf } from '../routing/index.js';

/** Why a document was truncated. */
export class BrokenOff extends Error {
  override name = 'BrokenOff';
}

/** A source slower than 10 kB per second is aborted: it could occupy its reader without limit although each chunk arrives in time. */
const MIN_BYTES_PER_MS = 10;

/** `astray`: it redirects in a loop, or to another host. */
export type DocumentFailure = 'unreachable' | 'late' | 'astray';

export type DocumentAnswer = { ok: true; answer: BackendFetchResponse } | { ok: false; failure: DocumentFailure };

const MAX_HOPS = 5;

/** The sitemaps and feeds of the backend, whether it is embedded or external. */
@Injectable()
export class BackendDocuments {
  constructor(
    @Inject(EMBEDDED_BACKEND) private readonly backend: Backend | null,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(GuardedTransport) private readonly circuit: Pick<GuardedTransport, 'isAway'>,
  ) {}

  /**
   * @param path with a leading slash and the query
   * @returns the response as a stream; redirects within the backend are followed
   */
  async fetch(
    path: string,
    headers: Record<string, string>,
    { mostBytes }: { mostBytes: number },
  ): Promise<DocumentAnswer> {
    if (this.circuit.isAway) return { ok: false, failure: 'unreachable' };
    const silenceMs = this.settings.BACKEND_TIMEOUT_MS;
    const deadline = new Deadline(silenceMs);
    const seen = new Set<string>();
    for (let next = path; ;) {
      if (seen.has(next) || seen.size > MAX_HOPS) return { ok: false, failure: 'astray' };
      seen.add(next);
      const leaving = new AbortController();
      const pending = this.ask(next, headers, leaving.signal);
      let answer: BackendFetchResponse;
      try {
        answer = await within(deadline.remainingMs, pending);
      } catch (error) {
        leaving.abort();
        // A late response is discarded.
        void pending.then(discard, () => undefined);
        return { ok: false, failure: error instanceof BrokenOff ? 'late' : 'unreachable' };
      }
      const location = answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined;
      if (location === undefined) {
        const { body } = answer;
        const limited =
          body instanceof Uint8Array
            ? body
            : limitedBody(body, { silenceMs, mostBytes, waitedMs: silenceMs - deadline.remainingMs });
        return { ok: true, answer: { ...answer, body: limited } };
      }
      discard(answer);
      const target = ownPath(location, next, this.settings.BACKEND_GRAPHQL_URL);
      if (target === undefined) return { ok: false, failure: 'astray' };
      next = target;
    }
  }

  private async ask(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<BackendFetchResponse> {
    if (this.backend) return this.backend.fetch({ path, headers });
    const url = new URL(path, this.settings.BACKEND_GRAPHQL_URL);
    // No compression here: this server compresses the response itself if the client accepts it.
    const response = await fetch(url, {
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal,
      redirect: 'manual',
    });
    const body = (response.body as AsyncIterable<Uint8Array> | null) ?? new Uint8Array();
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  }
}

/** Cancels the body of a response that is not read. */
export function discard({ body }: BackendFetchResponse): void {
  if (body instanceof Uint8Array) return;
  void Promise.resolve(body[Symbol.asyncIterator]().return?.()).catch(() => undefined);
}

/** @returns the path of a redirect's target within the backend; undefined if the target is on another host */
function ownPath(location: string, from: string, backendUrl = 'http://backend.invalid'): string | undefined {
  const base = new URL(from, backendUrl);
  if (!URL.canParse(location, base.href)) return undefined;
  const target = new URL(location, base);
  return target.origin === base.origin ? target.pathname + target.search : undefined;
}

interface BodyLimits {
  /** Maximum time to wait for the next chunk, counted from the reader's request for it. */
  silenceMs: number;
  mostBytes: number;
  /** Time already spent waiting for the source before its first chunk, in milliseconds. */
  waitedMs?: number;
}

/**
 * Passes chunks on when they are requested. Backpressure of a slow reader does not count against the time limits of the source. If the
 * iterator is closed before its first chunk, it closes the source too, which a generator would not do.
 *
 * `next` rejects with BrokenOff if the source stalls, is too slow or is too large.
 */
export function limitedBody(
  pieces: AsyncIterable<Uint8Array>,
  { silenceMs, mostBytes, waitedMs = 0 }: BodyLimits,
): AsyncIterableIterator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  let bytes = 0;
  let waited = waitedMs;
  function end(): Promise<IteratorResult<Uint8Array>> {
    // Not awaited: it may itself wait for the missing chunk.
    void Promise.resolve(source.return?.()).catch(() => undefined);
    return Promise.resolve({ done: true, value: undefined });
  }
  return {
    async next() {
      try {
        const began = performance.now();
        const limitMs = silenceMs + bytes / MIN_BYTES_PER_MS - waited;
        const result = await within(Math.min(silenceMs, Math.max(0, limitMs)), source.next());
        waited += performance.now() - began;
        bytes += result.done ? 0 : result.value.length;
        if (bytes > mostBytes) throw new BrokenOff(`The document is larger than ${mostBytes} bytes.`);
        return result;
      } catch (error) {
        await end();
        throw error;
      }
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** @throws BrokenOff if it takes longer */
async function within<Value>(ms: number, answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BrokenOff(`Nothing came for ${ms} ms.`)), ms);
  });
  // A late promise may still reject when nothing handles it any more.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

const PASSED_ON = ['content-type', 'content-length', 'content-disposition'] as const;

/**
 * Streams a file of the backend as a download that is never shown as a page.
 *
 * @param mayShow whether the browser's own viewer may show a PDF, if the backend allows it
 * @throws NotFoundException if the backend refuses the file; ServiceUnavailableException if it does not respond
 */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  fetched: DocumentAnswer,
  mayShow = false,
): Promise<void> {
  if (!fetched.ok) throw new ServiceUnavailableException('Please try again in a minute.');
  const { answer } = fetched;
  if (answer.status !== 200) {
    discard(answer);
    throw answer.status < 500 ? missingFile() : new ServiceUnavailableException('Please try again in a minute.');
  }
  const passed = PASSED_ON.flatMap((name) => (answer.headers[name] ? [[name, answer.headers[name]] as const] : []));
  void reply.headers({
    ...Object.fromEntries(passed),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const disposition = answer.headers['content-disposition'] ?? '';
  const isShown = mayShow && disposition.startsWith('inline') && answer.headers['content-type'] === 'application/pdf';
  if (!isShown && !disposition.startsWith('attachment')) void reply.header('content-disposition', 'attachment');
  const { body } = answer;
  const source = Readable.from(body instanceof Uint8Array ? [Buffer.from(body)] : body, { highWaterMark: 1 });
  source.on('error', (error) => request.log.warn({ error: error.message }, 'a file broke off'));
  await reply.send(source);
}

/** The same response for a missing file and for a visitor without access. */
export function missingFile(): NotFoundException {
  return new NotFoundException('There is no such file.');
}

type AddressedSite = Parameters<typeof addressesOf>[0];

/**
 * Handles a request for a file that the backend did not return: visitors without a session are redirected to the login page, which then
 * leads to the page that offers the file.
 *
 * @param missing message also shown to visitors without access, who must not learn whether the file exists
 * @throws NotFoundException or ServiceUnavailableException if logging in would not help
 */
export function refuseDownload(
  reply: FastifyReply,
  { errors }: GraphqlFailure,
  { site, locale, page, missing }: { site: AddressedSite; locale: string; page: Path; missing: string },
): void {
  const codes = errors?.map(({ extensions }) => extensions?.code) ?? [];
  if (codes.includes(GRAPHQL_ERROR_CODES.unauthenticated)) {
    const { href } = addressesOf(site, locale);
    const query = `destination=${href(page)}&error=SessionRequired`;
    sendRedirect(reply, HttpStatus.FOUND, href(`${LOGIN_PATH}?${query}`));
    return;
  }
  const isRefused = [GRAPHQL_ERROR_CODES.forbidden, GRAPHQL_ERROR_CODES.badUserInput].some((code) =>
    codes.includes(code),
  );
  if (isRefused) throw new NotFoundException(missing);
  throw new ServiceUnavailableException('Please try again in a minute.');
}

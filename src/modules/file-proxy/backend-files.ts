import { Inject, Injectable } from '@nestjs/common';
import { JOB_FILE } from '#contract/applications/uploads.js';
import type { Backend, BackendFetchResponse } from '#contract/backend/backend.js';
import { withinMs } from '#contract/backend/deadline.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { EMBEDDED_BACKEND, GuardedTransport } from '../graphql-client/index.js';

/** The largest public files are those of jobs. */
const MAX_FILE_BYTES = JOB_FILE.mostBytes;
const UNAVAILABLE: BackendFetchResponse = {
  status: 503,
  headers: { 'retry-after': '20', 'cache-control': 'no-store' },
  body: new Uint8Array(),
};

/** The public files of the backend, whether it is embedded or external. */
@Injectable()
export class BackendFiles {
  constructor(
    @Inject(EMBEDDED_BACKEND) private readonly backend: Backend | null,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(GuardedTransport) private readonly circuit: Pick<GuardedTransport, 'isAway'>,
  ) {}

  /**
   * @param path with a leading slash
   * @returns the backend's response, without its body if the file does not exist; 503 if the backend is unavailable, which says nothing
   *   about whether the file exists
   */
  async fetch(path: string, headers: Record<string, string> = {}): Promise<BackendFetchResponse> {
    if (this.circuit.isAway) return UNAVAILABLE;
    const timeoutMs = this.settings.BACKEND_TIMEOUT_MS;
    try {
      return await (this.backend
        ? withinMs(timeoutMs, this.backend.fetch({ path, headers }))
        : this.fetchExternal(path, headers, AbortSignal.timeout(timeoutMs)));
    } catch {
      return UNAVAILABLE;
    }
  }

  /** @throws if the response is incomplete when the time limit passes, or is larger than a file may be */
  private async fetchExternal(
    path: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<BackendFetchResponse> {
    const url = new URL(path, this.settings.BACKEND_GRAPHQL_URL);
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    const { status } = response;
    if (status >= 500) return UNAVAILABLE;
    if (status >= 300) return { status: status === 304 ? 304 : 404, headers: {}, body: new Uint8Array() };
    const body = await bytesOf(response);
    // Fetch has decompressed the body, so its length differs from the header.
    const received = { ...Object.fromEntries(response.headers), 'content-length': String(body.length) };
    return { status, headers: received, body };
  }
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MAX_FILE_BYTES) throw new Error(`A file of the backend has more than ${MAX_FILE_BYTES} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

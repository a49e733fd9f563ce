import { Inject, Injectable } from '@nestjs/common';
import type { Backend, BackendFetchResponse } from '../../contract/backend.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { EMBEDDED_BACKEND } from '../graphql-client/index.js';

/** The backend's public files, whichever way it is reached. */
@Injectable()
export class BackendFiles {
  constructor(
    @Inject(EMBEDDED_BACKEND) private readonly backend: Backend | null,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param path with a leading slash; @returns the backend's answer, or 404 when it does not come */
  async fetch(path: string, headers: Record<string, string> = {}): Promise<BackendFetchResponse> {
    if (this.backend) return this.backend.fetch({ path, headers });
    const url = new URL(path, this.settings.BACKEND_GRAPHQL_URL);
    const signal = AbortSignal.timeout(this.settings.BACKEND_TIMEOUT_MS);
    const response = await fetch(url, { headers, signal, redirect: 'manual' }).catch(() => undefined);
    if (!response || response.status >= 300)
      return { status: response?.status === 304 ? 304 : 404, headers: {}, body: new Uint8Array() };
    const body = new Uint8Array(await response.arrayBuffer());
    // Fetch has unpacked the body: its length is another one now.
    const received = { ...Object.fromEntries(response.headers), 'content-length': String(body.length) };
    return { status: response.status, headers: received, body };
  }
}

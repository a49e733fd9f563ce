import { Inject, Injectable } from '@nestjs/common';
import type { Backend, BackendFetchResponse } from '#contract/backend/backend.js';
import { Deadline } from '#contract/backend/deadline.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { EMBEDDED_BACKEND, GuardedTransport } from '../graphql-client/index.js';
import { BrokenOff, limitedBody, within } from './limited-body.js';

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
      const asked = this.ask(next, headers, leaving.signal);
      let answer: BackendFetchResponse;
      try {
        answer = await within(deadline.remainingMs, asked);
      } catch (error) {
        leaving.abort();
        // A late response is discarded.
        void asked.then(discard, () => undefined);
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

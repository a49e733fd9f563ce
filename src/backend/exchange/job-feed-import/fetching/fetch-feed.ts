import type { IncomingMessage } from 'node:http';
import type { FileFormat } from '../../import/reading/file-format.js';
import { refuseLie, refuseType } from './declared-type.js';
import { readFeedAddress } from './feed-address.js';
import { type FeedLimits, saveBody } from './feed-body.js';
import { FeedRefusal } from './feed-refusal.js';
import { askWeb, type WebAccess } from './web-request.js';

/** By what a server can tell whether a feed has changed. */
export interface FeedValidators {
  etag?: string;
  lastModified?: string;
  /** Of what it holds: not every server can tell. */
  digest?: string;
}

export type FetchOutcome =
  | { kind: 'fetched'; validators: FeedValidators }
  | { kind: 'unchanged' }
  /** `reason`: a sentence for the operator. */
  | { kind: 'refused'; reason: string };

export interface FetchOptions extends Partial<WebAccess>, Partial<FeedLimits> {
  url: string;
  /** Where it is to be written. */
  path: string;
  format?: FileFormat;
  known?: FeedValidators;
  /** Ends it at once. */
  signal?: AbortSignal;
}

const MAX_BYTES = 500_000_000;
const MAX_DURATION_MS = 600_000;
const SILENCE_MS = 30_000;
const MAX_HOPS = 5;

/** Fetches a feed into a file. Whatever the other side does, it ends, and takes no more room than it may. */
export async function fetchFeed(options: FetchOptions): Promise<FetchOutcome> {
  const { url, path, format, known = {}, mostBytes = MAX_BYTES, maxMs = MAX_DURATION_MS } = options;
  const access = { networks: [], silenceMs: SILENCE_MS, ...options };
  const late = AbortSignal.timeout(maxMs);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  try {
    const response = await follow(readFeedAddress(url), conditions(known), access, signal);
    try {
      if (response.statusCode === 304) return { kind: 'unchanged' };
      if (response.statusCode !== 200)
        throw new FeedRefusal(`The server answered ${response.statusCode ?? 'nothing'} instead of the feed.`);
      const contentType = response.headers['content-type'];
      refuseType(contentType);
      const digest = await saveBody(response, path, { mostBytes });
      if (digest === known.digest) return { kind: 'unchanged' };
      await refuseLie(path, contentType, format);
      const { etag, 'last-modified': lastModified } = response.headers;
      return { kind: 'fetched', validators: { etag, lastModified, digest } };
    } finally {
      response.destroy();
    }
  } catch (error) {
    // Whatever broke then broke because of it.
    if (late.aborted)
      return { kind: 'refused', reason: `The feed did not end within ${Math.round(maxMs / 1000)} seconds.` };
    if (error instanceof FeedRefusal) return { kind: 'refused', reason: error.message };
    if (signal.aborted) return { kind: 'refused', reason: 'Reading the feed was stopped.' };
    throw error;
  }
}

async function follow(
  url: URL,
  headers: Record<string, string>,
  access: WebAccess,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let at = url;
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const response = await askWeb(at, headers, access, signal);
    const { statusCode = 0, headers: answered } = response;
    if (statusCode < 300 || statusCode > 399 || statusCode === 304) return response;
    response.destroy();
    if (answered.location === undefined) throw new FeedRefusal(`${at.host} redirects to nowhere.`);
    at = readFeedAddress(answered.location, at);
  }
  throw new FeedRefusal(`${url.host} redirects more than ${MAX_HOPS} times.`);
}

function conditions({ etag, lastModified }: FeedValidators): Record<string, string> {
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

/** A name for what comes from an address, with the ending that tells its format: `jobs.xml` of `…/jobs.xml.gz?key=1`. */
export function fileNameOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/\.gz$/i, '') : '';
  const [, name = ''] = /\/([\w.-]{1,80})$/.exec(path) ?? [];
  return /^\w/.test(name) ? name : 'feed';
}

import type { IncomingMessage } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { FileFormat } from '../../import/reading/file-format.js';
import { refuseLie, refuseType, type FeedLimits, saveBody, readFeedAddress, FeedRefusal } from './feed-body.js';

/** Validators with which a server can determine whether a feed has changed. */
export interface FeedValidators {
  etag?: string;
  lastModified?: string;
  /** Digest of the content, since not every server supports validators. */
  digest?: string;
}

export type FetchOutcome =
  | { kind: 'fetched'; validators: FeedValidators }
  | { kind: 'unchanged' }
  /** `reason` is a sentence for the operator. */
  | { kind: 'refused'; reason: string };

export interface FetchOptions extends Partial<WebAccess>, Partial<FeedLimits> {
  url: string;
  /** Path of the file to write. */
  path: string;
  format?: FileFormat;
  known?: FeedValidators;
  /** Aborts the download at once. */
  signal?: AbortSignal;
}

const MAX_BYTES = 500_000_000;
const MAX_DURATION_MS = 600_000;
const SILENCE_MS = 30_000;
const MAX_HOPS = 5;

/** Fetches a feed into a file. Time and size are limited, whatever the server does. */
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
    // After the timeout, any other error is a consequence of it.
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
    if (answered.location === undefined) throw new FeedRefusal(`${at.host} redirects without a target.`);
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

/** Returns a file name for an address, with the extension of its format: `jobs.xml` for `…/jobs.xml.gz?key=1`. */
export function fileNameOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/\.gz$/i, '') : '';
  const [, name = ''] = /\/([\w.-]{1,80})$/.exec(path) ?? [];
  return /^\w/.test(name) ? name : 'feed';
}

interface WebAccess {
  /** Private addresses and networks (`10.1.0.0/16`) to which access is allowed. */
  networks: readonly string[];
  /** Maximum time without data from the server, in milliseconds. */
  silenceMs: number;
  /** Replaces the DNS resolver in tests. */
  lookup?: LookupFunction;
}

/** Message of the agent's error for an internal address; the error has no class of its own. */
const NOT_ALLOWED = /is not allowed\. Because/;
const USER_AGENT = 'Causeboard-Feeds/1.0';

/**
 * Sends a request to a server on the public internet. The check applies to the resolved address of the actual connection, so a host name
 * that resolves to an internal address is refused, even if it changes between lookups (DNS rebinding).
 *
 * @throws FeedRefusal if the address is internal, or the server is unavailable or unresponsive
 */
function askWeb(
  url: URL,
  headers: Record<string, string>,
  { networks, silenceMs, lookup }: WebAccess,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  // Connections are not reused, so that each one is checked.
  const options = { allowIPAddressList: [...networks], keepAlive: false };
  const agent = isSecure ? new RequestFilteringHttpsAgent(options) : new RequestFilteringHttpAgent(options);
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(
      url,
      {
        agent,
        signal,
        ...(lookup ? { lookup } : {}),
        headers: { ...headers, 'user-agent': USER_AGENT, accept: '*/*', 'accept-encoding': 'gzip' },
      },
      resolve,
    );
    request.setTimeout(silenceMs, () => {
      request.destroy(new FeedRefusal(`${url.host} says nothing for ${Math.round(silenceMs / 1000)} seconds.`));
    });
    request.on('error', (error) => reject(refusalOf(error, url)));
    request.end();
  });
}

function refusalOf(error: Error, url: URL): Error {
  if (error instanceof FeedRefusal || error.name === 'AbortError') return error;
  if (NOT_ALLOWED.test(error.message))
    return new FeedRefusal(
      `${url.hostname} is an address inside a network and not on the internet. If it is one of yours, name it in FEED_NETWORKS.`,
    );
  const { code } = error as NodeJS.ErrnoException;
  return new FeedRefusal(`${url.host} cannot be reached (${code ?? error.message}).`);
}

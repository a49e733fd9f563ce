import type { IncomingMessage } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { FileFormat } from '../../import/reading/file-format.js';
import { refuseLie, refuseType, type FeedLimits, saveBody } from './feed-body.js';
import { readFeedAddress, FeedRefusal } from './feed-address.js';

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

interface WebAccess {
  /** Addresses and networks (`10.1.0.0/16`) that may be reached though they are private. */
  networks: readonly string[];
  /** How long the server may be silent. */
  silenceMs: number;
  /** Tests have a resolver of their own. */
  lookup?: LookupFunction;
}

/** What the agent says of an address inside; it has no class for it. */
const NOT_ALLOWED = /is not allowed\. Because/;
const USER_AGENT = 'Causeboard-Feeds/1.0';

/**
 * Asks a server on the public internet. It is the address that is connected to that is judged, after names have been resolved: a name that leads
 * inside is no way in, however often it changes its mind.
 *
 * @throws FeedRefusal when it is inside, away or silent
 */
function askWeb(
  url: URL,
  headers: Record<string, string>,
  { networks, silenceMs, lookup }: WebAccess,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  // Connections are not kept: each is judged.
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

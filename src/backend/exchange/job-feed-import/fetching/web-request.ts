import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { FeedRefusal } from './feed-refusal.js';

export interface WebAccess {
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
export function askWeb(
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

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { pipeline as finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FeedRefusal } from './feed-refusal.js';

export interface FeedLimits {
  /** Of the feed when it is unpacked. */
  mostBytes: number;
  /** From the first question to the last byte. */
  maxMs: number;
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const MEGABYTE = 1_000_000;

/**
 * Writes what comes into a file, unpacked, and no more than may be.
 *
 * @returns a digest of it
 * @throws FeedRefusal when it is too large, breaks off or cannot be unpacked
 */
export async function saveBody(
  response: IncomingMessage,
  path: string,
  { mostBytes }: Pick<FeedLimits, 'mostBytes'>,
): Promise<string> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!['identity', 'gzip', 'x-gzip', ''].includes(encoding))
    throw new FeedRefusal(`The feed is packed in a way that was not asked for (${encoding.slice(0, 20)}).`);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > mostBytes) throw new FeedRefusal(`The feed has more than ${Math.round(mostBytes / MEGABYTE)} MB.`);
      hash.update(piece);
      yield piece;
    }
  }
  const received = encoding.endsWith('gzip') ? gunzipped(response) : response;
  try {
    await finished(measured(unpacked(received)), createWriteStream(path));
  } catch (error) {
    throw bodyRefusal(error as NodeJS.ErrnoException);
  }
  return hash.digest('hex');
}

/** A file that is packed itself, as many feeds are (`jobs.xml.gz`). */
async function* unpacked(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const iterator = pieces[Symbol.asyncIterator]();
  let beginning = Buffer.alloc(0);
  let isOver = false;
  while (beginning.length < GZIP.length && !isOver) {
    const next = await iterator.next();
    if (next.done) isOver = true;
    else beginning = Buffer.concat([beginning, next.value]);
  }
  const all = startedWith(beginning, iterator);
  yield* beginning.subarray(0, GZIP.length).equals(GZIP) ? gunzipped(Readable.from(all)) : all;
}

async function* startedWith(beginning: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield beginning;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Unpacks as much as is taken, so that a small file of endless noughts fills nothing. */
function gunzipped(source: Readable): AsyncIterable<Buffer> {
  return pipeline(source, createGunzip(), () => undefined);
}

function bodyRefusal(error: NodeJS.ErrnoException): Error {
  if (error instanceof FeedRefusal || error.name === 'AbortError') return error;
  if (error.code?.startsWith('Z_')) return new FeedRefusal('The feed is packed, and cannot be unpacked.');
  if (['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE'].includes(error.code ?? ''))
    return new FeedRefusal('The connection broke off before the end of the feed.');
  return error;
}

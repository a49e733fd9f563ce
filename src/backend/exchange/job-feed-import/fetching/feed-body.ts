import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { pipeline as finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { FileFormat } from '../../import/reading/file-format.js';

const MAX_LENGTH = 2000;

/**
 * @param base base address for the target of a redirect
 * @throws FeedRefusal if the text is not a web address
 */
export function readFeedAddress(text: string, base?: URL): URL {
  if (text.length > MAX_LENGTH || !URL.canParse(text, base?.href)) throw new FeedRefusal('This is not a valid URL.');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FeedRefusal(`Feeds are fetched by http and https only, not by ${url.protocol.slice(0, -1)}.`);
  if (url.username || url.password)
    throw new FeedRefusal(
      'The URL contains a password, which would be shown in lists and logs. Use a URL with a key instead.',
    );
  if (base?.protocol === 'https:' && url.protocol === 'http:')
    throw new FeedRefusal(`${base.host} redirects from https to http, where the feed could be changed in transit.`);
  return url;
}

/** Reason why an address is not fetched, or its content is not accepted: a sentence for the operator. */
export class FeedRefusal extends Error {
  override name = 'FeedRefusal';
}

export interface FeedLimits {
  /** Maximum size of the decompressed feed in bytes. */
  mostBytes: number;
  /** Maximum time from the first request to the last byte, in milliseconds. */
  maxMs: number;
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const MEGABYTE = 1_000_000;

/**
 * Writes the body of a response into a file, decompressed and limited in size.
 *
 * @returns a digest of the content
 * @throws FeedRefusal if the body is too large, incomplete or cannot be decompressed
 */
export async function saveBody(
  response: IncomingMessage,
  path: string,
  { mostBytes }: Pick<FeedLimits, 'mostBytes'>,
): Promise<string> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!['identity', 'gzip', 'x-gzip', ''].includes(encoding))
    throw new FeedRefusal(`The feed has an unsupported content encoding (${encoding.slice(0, 20)}).`);
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
  const file = createWriteStream(path);
  try {
    await finished(measured(unpacked(received)), file);
  } catch (error) {
    // The caller may now delete the file; while the file is still being opened, deleting it would have no effect.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
    throw bodyRefusal(error as NodeJS.ErrnoException);
  }
  return hash.digest('hex');
}

/** Decompresses a file that is compressed itself, as many feeds are (`jobs.xml.gz`). */
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

/** Decompresses only as much as is read, so that a decompression bomb fills neither memory nor disk. */
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

type Family = 'xml' | 'json' | 'csv';

const BEGINNING_BYTES = 4096;
const FAMILY: Record<FileFormat, Family> = { xml: 'xml', json: 'json', jsonl: 'json', csv: 'csv' };

/** Returns the kind of feed that a server declares: a known format, `any`, or `none` if the type is certainly not a feed. */
function declaredFamily(contentType: string | undefined): Family | 'any' | 'none' {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (/^(?:application|text)\/(?:xml|(?:[\w.-]+\+)xml)$/.test(type) && !type.includes('xhtml')) return 'xml';
  if (/^(?:application|text)\/(?:(?:[\w.-]+\+)?json|x-ndjson|jsonl|json-seq)$/.test(type)) return 'json';
  if (/^text\/(?:csv|tab-separated-values|x-csv)$|^application\/csv$/.test(type)) return 'csv';
  if (/^(?:text\/(?:html|css|javascript|calendar)|image\/|video\/|audio\/|font\/)/.test(type)) return 'none';
  return /^application\/(?:xhtml\+xml|pdf|javascript|wasm|zip|msword|vnd\.)/.test(type) ? 'none' : 'any';
}

/** @throws FeedRefusal for a media type that no feed has */
export function refuseType(contentType: string | undefined): void {
  if (declaredFamily(contentType) === 'none')
    throw new FeedRefusal(`The server sends ${contentType!.slice(0, 60)}, which is not a list of jobs.`);
}

/**
 * Compares the content with its declared type: if they differ, the server is broken or not the expected one.
 *
 * @param format format specified by the operator
 * @throws FeedRefusal if they differ
 */
export async function refuseLie(path: string, contentType: string | undefined, format?: FileFormat): Promise<void> {
  const declared = declaredFamily(contentType);
  const expected = format ? FAMILY[format] : declared;
  if (expected === 'any' || expected === 'none') return;
  const sent = familyOf(await readBeginning(path));
  // CSV has no distinctive start, so content counts as CSV unless it starts with a bracket or a tag.
  const agrees = expected === 'csv' ? sent === 'csv' : sent === expected;
  if (!agrees)
    throw new FeedRefusal(
      `The ${format ? 'feed is configured as' : 'server declares the content as'} ${expected.toUpperCase()}, but it is ${sent === 'csv' ? 'not' : sent.toUpperCase()}.`,
    );
}

function familyOf(beginning: Buffer): Family {
  const encoding = beginning[0] === 0xff ? 'utf-16le' : beginning[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(beginning).trimStart();
  if (text.startsWith('<')) return 'xml';
  return text.startsWith('{') || /^\[\s*(?:[[\]{"]|$)/.test(text) ? 'json' : 'csv';
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

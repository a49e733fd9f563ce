import { open } from 'node:fs/promises';
import type { FileFormat } from '../../import/reading/file-format.js';
import { FeedRefusal } from './feed-refusal.js';

type Family = 'xml' | 'json' | 'csv';

const BEGINNING_BYTES = 4096;
const FAMILY: Record<FileFormat, Family> = { xml: 'xml', json: 'json', jsonl: 'json', csv: 'csv' };

/** What a server says it sends: a kind of feed, anything, or what is certainly none. */
export function declaredFamily(contentType: string | undefined): Family | 'any' | 'none' {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (/^(?:application|text)\/(?:xml|(?:[\w.-]+\+)xml)$/.test(type) && !type.includes('xhtml')) return 'xml';
  if (/^(?:application|text)\/(?:(?:[\w.-]+\+)?json|x-ndjson|jsonl|json-seq)$/.test(type)) return 'json';
  if (/^text\/(?:csv|tab-separated-values|x-csv)$|^application\/csv$/.test(type)) return 'csv';
  if (/^(?:text\/(?:html|css|javascript|calendar)|image\/|video\/|audio\/|font\/)/.test(type)) return 'none';
  return /^application\/(?:xhtml\+xml|pdf|javascript|wasm|zip|msword|vnd\.)/.test(type) ? 'none' : 'any';
}

/** @throws FeedRefusal for a type that no feed has */
export function refuseType(contentType: string | undefined): void {
  if (declaredFamily(contentType) === 'none')
    throw new FeedRefusal(`The server sends ${contentType!.slice(0, 60)}, which is no list of jobs.`);
}

/**
 * Looks at what came: a server that says one thing and sends another is broken, or somebody else's.
 *
 * @param format as the operator named it
 * @throws FeedRefusal
 */
export async function refuseLie(path: string, contentType: string | undefined, format?: FileFormat): Promise<void> {
  const declared = declaredFamily(contentType);
  const expected = format ? FAMILY[format] : declared;
  if (expected === 'any' || expected === 'none') return;
  const sent = familyOf(await readBeginning(path));
  // A name and a comma may begin like anything else; a bracket or a tag does not begin a table.
  const agrees = expected === 'csv' ? sent === 'csv' : sent === expected;
  if (!agrees)
    throw new FeedRefusal(
      `The ${format ? 'feed is said to be' : 'server says that it sends'} ${expected.toUpperCase()}, and what came is ${sent === 'csv' ? 'none' : sent.toUpperCase()}.`,
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

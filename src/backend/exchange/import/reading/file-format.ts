import { extname } from 'node:path';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

export const FORMATS = ['csv', 'json', 'jsonl', 'xml'] as const;
export type FileFormat = (typeof FORMATS)[number];

const BY_EXTENSION: Record<string, FileFormat> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
};

/**
 * Detects the format of a file from its beginning rather than its extension, which may be wrong.
 *
 * @param beginning some kilobytes of the file's text
 * @throws FileRefusal if the file is empty, a web page, or of an unknown format
 */
export function detectFormat(beginning: string, path: string): FileFormat {
  const text = beginning.trimStart();
  const extension = extname(path).toLowerCase();
  if (text === '') throw new FileRefusal('is empty.');
  refuseWebPage(text);
  if (text.startsWith('<')) return 'xml';
  if (text.startsWith('[') && /^\[\s*[[\]{"]/.test(text)) return 'json';
  if (text.startsWith('{')) return BY_EXTENSION[extension] === 'jsonl' || startsWithJsonLines(text) ? 'jsonl' : 'json';
  if (extension === '.json' || extension === '.xml')
    throw new FileRefusal(`does not begin like ${extension.slice(1).toUpperCase()}: “${opening(text)}”.`);
  return 'csv';
}

/** @throws FileRefusal for an error page saved under the name of a feed */
export function refuseWebPage(text: string): void {
  const head = text.replace(/^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)+/, '').slice(0, 200);
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(head))
    throw new FileRefusal('is a web page (perhaps an error page) and not a list of jobs.');
}

function startsWithJsonLines(text: string): boolean {
  const end = text.indexOf('\n');
  if (end < 0 || !text.slice(end).trimStart().startsWith('{')) return false;
  try {
    JSON.parse(text.slice(0, end));
    return true;
  } catch {
    return false;
  }
}

export function opening(text: string): string {
  const line = text.slice(0, 60).replace(/\s+/g, ' ').trim();
  return line.length < text.trim().length ? `${line}…` : line;
}

/** The file is not what it claims to be, and nothing of it is imported. The message is for the operator. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const BEGINNING_BYTES = 64 * 1024;
const PIECE_BYTES = 256 * 1024;

// Files that people send by mistake, by their first bytes.
const OTHER_FILES: readonly (readonly [beginning: string, what: string])[] = [
  ['504b0304', 'a zip archive or an Excel workbook; save the sheet as CSV'],
  ['d0cf11e0', 'an old Office document; save the sheet as CSV'],
  ['25504446', 'a PDF document'],
  ['1f8b', 'a gzip archive; unpack it first'],
  ['89504e47', 'a PNG picture'],
  ['ffd8ff', 'a JPEG picture'],
  ['377abcaf', 'a 7z archive; unpack it first'],
];

/**
 * Detects the encoding of a file: by its byte order mark, otherwise UTF-8 if all bytes are valid, otherwise Windows-1252, which includes
 * Latin-1. Reads the whole file once.
 *
 * @throws FileRefusal for an empty or binary file
 */
export async function detectEncoding(path: string): Promise<TextEncoding> {
  const beginning = await readBeginning(path);
  const hex = beginning.subarray(0, 4).toString('hex');
  if (hex.startsWith('fffe')) return 'utf-16le';
  if (hex.startsWith('feff')) return 'utf-16be';
  const other = OTHER_FILES.find(([bytes]) => hex.startsWith(bytes));
  if (other) throw new FileRefusal(`is ${other[1]}.`);
  if (beginning.includes(0)) throw new FileRefusal('is not a text file: it contains zero bytes.');
  if (shareOfControls(beginning) > 0.05) throw new FileRefusal('is not a text file.');
  return (await isUtf8(path)) ? 'utf-8' : 'windows-1252';
}

/** Yields the text of the file in chunks, without a byte order mark. `onBytes` is called with the number of bytes read so far. */
export async function* readText(
  path: string,
  encoding: TextEncoding,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding);
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
    bytes += piece.length;
    onBytes(bytes);
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
    if (bytesRead === 0) throw new FileRefusal('is empty.');
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function shareOfControls(bytes: Buffer): number {
  let controls = 0;
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) controls += 1;
  return controls / bytes.length;
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
      decoder.decode(piece, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
}

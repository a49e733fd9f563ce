import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { FileRefusal } from './file-format.js';

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

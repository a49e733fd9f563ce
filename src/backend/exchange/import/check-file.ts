import type { Advert } from './reading/advert.js';
import { detectFormat, refuseWebPage, type FileFormat, FileRefusal } from './reading/file-format.js';
import { ADVERT_READERS } from './reading/read-adverts.js';
import { detectEncoding, readText, type TextEncoding } from './reading/text-encoding.js';

/** Properties of a file that has passed the checks. */
export interface CheckedFile {
  encoding: TextEncoding;
  format: FileFormat;
  rows: number;
  /** Rows whose key is repeated later, each with the last row of that key. */
  superseded: ReadonlyMap<number, number>;
}

const BEGINNING = 4000;

/**
 * Reads the whole file without saving anything, to check that it is well-formed and contains jobs.
 *
 * @throws FileRefusal if it does not pass
 */
export async function checkFile(options: {
  path: string;
  format?: FileFormat;
  keyOf: (advert: Advert) => string;
  onBytes: (bytes: number) => void;
}): Promise<CheckedFile> {
  const { path, keyOf, onBytes } = options;
  const encoding = await detectEncoding(path);
  const beginning = await readBeginning(path, encoding);
  if (options.format) refuseWebPage(beginning.trimStart());
  const format = options.format ?? detectFormat(beginning, path);
  const lastRow = new Map<string, number>();
  const repeats: [row: number, key: string][] = [];
  let rows = 0;
  let good = 0;
  for await (const found of ADVERT_READERS[format](readText(path, encoding, onBytes))) {
    for (const read of found) {
      rows += 1;
      if (!('advert' in read)) continue;
      good += 1;
      const key = keyOf(read.advert);
      const before = lastRow.get(key);
      if (before !== undefined) repeats.push([before, key]);
      lastRow.set(key, read.row);
    }
  }
  if (good === 0) throw new FileRefusal('has no readable row.');
  return { encoding, format, rows, superseded: new Map(repeats.map(([row, key]) => [row, lastRow.get(key) ?? row])) };
}

async function readBeginning(path: string, encoding: TextEncoding): Promise<string> {
  let text = '';
  for await (const piece of readText(path, encoding)) {
    text += piece;
    if (text.trim().length > BEGINNING) break;
  }
  return text;
}

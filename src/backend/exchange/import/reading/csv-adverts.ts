import type { AdvertRead } from './advert.js';
import { advertOf, targetOf } from './csv-columns.js';
import { CsvRecords, type CsvRecord } from './csv-records.js';
import { opening, FileRefusal } from './file-format.js';

const DELIMITERS = [',', ';', '\t', '|'];
const TEXTS = ['description', 'responsibilities', 'requirements', 'benefits', 'organizationProfile'];

type Target = ReturnType<typeof targetOf>;

/**
 * Reads CSV with a heading line.
 *
 * @throws FileRefusal if required columns are missing, or no rows follow
 */
export async function* readCsvAdverts(pieces: AsyncIterable<string>): AsyncGenerator<AdvertRead[], void, undefined> {
  let beginning: string | undefined = '';
  let records = new CsvRecords(',');
  let columns: Target[] | undefined;
  let row = 0;

  function toRows(found: readonly CsvRecord[]): AdvertRead[] {
    const rows: AdvertRead[] = [];
    for (const { fields, line } of found) {
      if (fields?.every((field) => field.trim() === '')) continue;
      if (!columns) {
        columns = readHeading(fields ?? []);
        continue;
      }
      row += 1;
      rows.push(toRow(row, line, fields, columns));
    }
    return rows;
  }

  for await (const piece of pieces) {
    if (beginning === undefined) {
      yield toRows(records.push(piece));
      continue;
    }
    beginning += piece;
    if (!/\S[^\n]*\n/.test(beginning) && beginning.length < 100_000) continue;
    const start = startOf(beginning);
    records = new CsvRecords(start.delimiter);
    beginning = undefined;
    yield toRows(records.push(start.text));
  }
  if (beginning !== undefined) {
    const start = startOf(beginning);
    records = new CsvRecords(start.delimiter);
    yield toRows(records.push(start.text));
  }
  yield toRows(records.end());
  if (!columns) throw new FileRefusal('is empty.');
  if (row === 0) throw new FileRefusal('has a header line but no rows.');
}

/** Spreadsheets may declare the delimiter in a separate first line (`sep=;`). */
function startOf(text: string): { text: string; delimiter: string } {
  const declared = /^\s*"?sep=([,;\t|])"?\r?\n/i.exec(text);
  if (declared) return { text: text.slice(declared[0].length), delimiter: declared[1]! };
  const trimmed = text.trimStart();
  const line = trimmed.slice(0, (trimmed.indexOf('\n') + 1 || trimmed.length + 1) - 1);
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return { text, delimiter: counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter };
}

function readHeading(fields: readonly string[]): Target[] {
  const columns = fields.map(targetOf);
  const hasText = columns.some((column) => column !== undefined && TEXTS.includes(column));
  const missing = [columns.includes('title') ? '' : 'title', hasText ? '' : 'description'].filter(Boolean);
  if (missing.length > 0) {
    throw new FileRefusal(
      `has no column ${missing.map((name) => `“${name}”`).join(' and no column ')}; its first line is “${opening(fields.join(','))}”.`,
    );
  }
  return columns;
}

function toRow(row: number, line: number, fields: string[] | undefined, columns: readonly Target[]): AdvertRead {
  if (!fields) return { row, problem: `line ${line}: a quotation mark opens and is never closed` };
  const surplus = fields.slice(columns.length).some((field) => field.trim() !== '');
  if (surplus || fields.length < columns.length) {
    return { row, problem: `line ${line}: has ${fields.length} fields where the heading has ${columns.length}` };
  }
  return { row, advert: advertOf(columns.map((column, index) => [column, fields[index] ?? ''])) };
}

import type { AdvertRead } from './advert.js';
import { advertOf, targetOf } from './csv-columns.js';
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

/** The fields of a record; undefined if a quotation mark is never closed. */
export interface CsvRecord {
  fields?: string[];
  /** Line on which the record starts, from 1. */
  line: number;
}

// A longer quoted field has lost its closing mark.
const MAX_RECORD_LENGTH = 2_000_000;

/**
 * Splits CSV text into records according to RFC 4180, including the variants of spreadsheets: any line ends, and quotation marks inside
 * plain fields. A broken record does not affect others: after a quotation mark that is never closed, parsing resumes at the next line.
 */
export class CsvRecords {
  private rest = '';
  private line = 1;

  constructor(private readonly delimiter: string) {}

  /** @returns the records completed by this chunk */
  push(piece: string): CsvRecord[] {
    this.rest += piece;
    return this.take(false);
  }

  /** @throws FileRefusal if the text ends inside a quoted field of its last line: the file has been truncated */
  end(): CsvRecord[] {
    return this.take(true);
  }

  private take(final: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    let start = 0;
    while (start < this.rest.length) {
      const parsed = this.parse(start, final);
      if (parsed) {
        records.push({ fields: parsed.fields, line: this.line });
        this.advance(start, parsed.end);
        start = parsed.end;
        continue;
      }
      if (!final && this.rest.length - start <= MAX_RECORD_LENGTH) break;
      const next = this.rest.indexOf('\n', start) + 1;
      if (next === 0 || next >= this.rest.length) {
        if (final)
          throw new FileRefusal(`ends inside a quoted field that begins in line ${this.line}: it was cut off.`);
        throw new FileRefusal(`has a line of more than ${MAX_RECORD_LENGTH} characters (line ${this.line}).`);
      }
      records.push({ line: this.line });
      this.line += 1;
      start = next;
    }
    this.rest = this.rest.slice(start);
    return records;
  }

  /** @returns undefined if the record is incomplete */
  private parse(start: number, final: boolean): { fields: string[]; end: number } | undefined {
    const { rest, delimiter } = this;
    const fields: string[] = [];
    let at = start;
    for (;;) {
      let field = '';
      if (rest[at] === '"') {
        const quoted = this.quoted(at, final);
        if (!quoted) return undefined;
        field = quoted.value;
        at = quoted.end;
      } else {
        const end = this.endOfPlain(at);
        if (end >= rest.length && !final) return undefined;
        field = rest.slice(at, end);
        at = end;
      }
      fields.push(field);
      if (at >= rest.length) return { fields, end: at };
      if (rest[at] === delimiter) at += 1;
      // A lone carriage return at the end of a chunk may be the first half of a line end.
      else if (rest[at] === '\r' && at + 1 >= rest.length && !final) return undefined;
      else return { fields, end: rest[at] === '\r' && rest[at + 1] === '\n' ? at + 2 : at + 1 };
    }
  }

  private quoted(start: number, final: boolean): { value: string; end: number } | undefined {
    const { rest } = this;
    let value = '';
    let at = start + 1;
    for (;;) {
      const mark = rest.indexOf('"', at);
      if (mark < 0) return undefined;
      const next = rest[mark + 1];
      if (next === undefined && !final) return undefined;
      value += rest.slice(at, mark);
      at = mark + 1;
      if (next === '"') {
        value += '"';
        at += 1;
      } else if (next === undefined || next === this.delimiter || next === '\n' || next === '\r') {
        return { value, end: at };
      } else {
        // A quotation mark inside the field that should have been doubled.
        value += '"';
      }
    }
  }

  private endOfPlain(start: number): number {
    const { rest, delimiter } = this;
    for (let at = start; at < rest.length; at++) {
      const character = rest[at];
      if (character === delimiter || character === '\n' || character === '\r') return at;
    }
    return rest.length;
  }

  private advance(start: number, end: number): void {
    for (let at = this.rest.indexOf('\n', start); at >= 0 && at < end; at = this.rest.indexOf('\n', at + 1))
      this.line += 1;
  }
}

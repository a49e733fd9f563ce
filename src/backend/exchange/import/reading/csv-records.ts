import { FileRefusal } from './file-format.js';

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

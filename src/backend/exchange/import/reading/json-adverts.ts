import { Readable } from 'node:stream';
import { parser } from 'stream-json';
import type { Token } from 'stream-json/parser.js';
import Assembler from 'stream-json/assembler.js';
import { MAX_ADVERT_LENGTH, type AdvertRead } from './advert.js';
import { FileRefusal } from './file-format.js';
import { isJobPosting, isObject, readJobPosting } from './job-posting.js';

const LISTS = new Set(['jobs', '@graph', 'jobPostings', 'items', 'results', 'data', 'positions', 'itemListElement']);

/**
 * Reads a JSON document: an array of JobPosting, an object with such an array (`jobs`, `@graph`…), or a single posting. Only one posting is
 * in memory at a time.
 */
export async function* readJsonAdverts(pieces: AsyncIterable<string>): AsyncGenerator<AdvertRead[], void, undefined> {
  const document = new PostingDocument();
  // The parser returns a string only when it ends: without this limit, an endless one would fill the memory.
  async function* bounded(): AsyncGenerator<string, void, undefined> {
    for await (const piece of pieces) {
      document.unread += piece.length;
      if (document.unread > MAX_ADVERT_LENGTH)
        throw new FileRefusal('has a value that is too long for an advertisement.');
      yield piece;
    }
  }
  const source = Readable.from(bounded());
  const tokens = parser.asStream({ streamValues: false });
  source.on('error', (error) => tokens.destroy(error));
  try {
    for await (const token of source.pipe(tokens) as AsyncIterable<Token>) {
      document.consume(token);
      if (document.rows.length >= 100) yield document.rows.splice(0);
    }
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw new FileRefusal(`is not well-formed JSON, or was cut off: ${(error as Error).message}.`);
  }
  document.end();
  yield document.rows;
}

/** Reads JSON Lines with one posting per line. A broken line is reported as a broken row. */
export async function* readJsonLinesAdverts(
  pieces: AsyncIterable<string>,
): AsyncGenerator<AdvertRead[], void, undefined> {
  let rest = '';
  let row = 0;
  let good = 0;
  function toRows(lines: readonly string[]): AdvertRead[] {
    return lines
      .filter((line) => line.trim() !== '')
      .map((line) => {
        row += 1;
        const read = readLine(line, row);
        if ('advert' in read) good += 1;
        return read;
      });
  }
  for await (const piece of pieces) {
    rest += piece;
    if (rest.length > 2 * MAX_ADVERT_LENGTH) throw new FileRefusal(`has a line that is too long (after row ${row}).`);
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield toRows(lines);
  }
  yield toRows([rest]);
  if (good === 0) throw new FileRefusal('is not JSON Lines: no line of it is a job posting.');
}

function readLine(line: string, row: number): AdvertRead {
  try {
    return toRead(JSON.parse(line), row);
  } catch {
    return { row, problem: 'is not well-formed JSON' };
  }
}

function toRead(value: unknown, row: number): AdvertRead {
  const inner = isObject(value) && isObject(value.item) && !isJobPosting(value) ? value.item : value;
  if (!isObject(inner)) return { row, problem: 'is not an object' };
  return { row, advert: readJobPosting(inner) };
}

/** Separates postings from their surroundings, token by token. */
class PostingDocument {
  readonly rows: AdvertRead[] = [];
  /** Number of characters since the last posting. */
  unread = 0;
  private row = 0;
  private depth = 0;
  private key = '';
  private listDepth?: number;
  private assembler?: Assembler;
  private assembledFrom = 0;
  /** Tokens of a top-level object without its lists: the object may itself be a posting. */
  private readonly single: Token[] = [];
  private top?: 'array' | 'object';

  consume(token: Token): void {
    if (this.assembler) this.assemble(token);
    else if (token.name === 'startArray' || token.name === 'startObject') this.start(token);
    else if (token.name === 'endArray' || token.name === 'endObject') this.finish(token);
    else if (this.listDepth === this.depth) this.push({ row: this.row + 1, problem: 'is not an object' });
    else {
      if (token.name === 'keyValue' && this.depth === 1) this.key = token.value;
      this.single.push(token);
    }
  }

  end(): void {
    if (this.top === undefined) throw new FileRefusal('is JSON, but neither a list nor a job posting.');
    if (this.top === 'object' && this.row === 0) {
      const assembler = new Assembler();
      for (const token of this.single) assembler.consume(token);
      const value: unknown = assembler.current;
      if (isObject(value) && isJobPosting(value)) this.push({ row: 1, advert: readJobPosting(value) });
    }
    if (this.row === 0) throw new FileRefusal('is JSON without a single job posting.');
  }

  private start(token: Token): void {
    const isArray = token.name === 'startArray';
    if (this.depth === 0) {
      this.top = isArray ? 'array' : 'object';
      if (isArray) this.listDepth = 1;
      else this.single.push(token);
      this.depth = 1;
    } else if (this.listDepth === this.depth) {
      this.assembler = new Assembler();
      this.assembledFrom = 0;
      this.assemble(token);
    } else {
      this.depth += 1;
      if (isArray && this.depth === 2 && LISTS.has(this.key)) {
        this.listDepth = 2;
        // The list is not part of the single posting, so its key gets a null value.
        this.single.push({ name: 'nullValue', value: null });
      } else this.single.push(token);
    }
  }

  private finish(token: Token): void {
    if (this.listDepth === this.depth) this.listDepth = undefined;
    else this.single.push(token);
    this.depth -= 1;
  }

  private assemble(token: Token): void {
    const assembler = this.assembler!;
    assembler.consume(token);
    if (token.name === 'startObject' || token.name === 'startArray') this.assembledFrom += 1;
    if (token.name === 'endObject' || token.name === 'endArray') this.assembledFrom -= 1;
    if (this.assembledFrom > 0) return;
    this.assembler = undefined;
    this.push(toRead(assembler.current, this.row + 1));
  }

  private push(read: AdvertRead): void {
    this.row += 1;
    this.unread = 0;
    this.rows.push(read);
  }
}

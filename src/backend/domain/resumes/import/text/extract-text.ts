import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sniffAttachment } from '#contract/applications/uploads.js';
import { headingOf } from '../reading/sections.js';
import { findPeriod } from '../reading/period.js';

/** Maximum vertical offset of words on the same line, as a fraction of the line height. */
const SAME_LINE = 0.4;

const SPACE = 0.18;
const GAP = 1.6;

/** Minimum width of a gutter between columns, in points. */
const GUTTER = 8;

/** Text further right than this is not visible. */
const WIDEST = 5000;

/** Maximum fraction of a page's rows that may cross a gutter, such as names and headings above both columns. */
const CROSSING = 0.3;

/** Minimum number of rows of each column. */
const MIN_ROWS = 3;

/** Reason why no text can be extracted from a file. */
export type ExtractionError =
  'type' | 'encrypted' | 'damaged' | 'pages' | 'length' | 'unpacked' | 'noText' | 'slow' | 'busy';

export type Extraction = { lines: readonly string[] } | { violation: ExtractionError };

export const MAX_PAGES = 20;
/** Limits: a resume of twenty dense pages has some 80,000 characters. */
const TASK = { maxPages: MAX_PAGES, maxCharacters: 150_000, maxUnpackedBytes: 20_000_000 };
const LIMITS = { maxMemoryBytes: 256_000_000, maxCpuMs: 7000, maxMs: 30_000 };
const MAX_WAITING = 8;
const FAULTS: Readonly<Record<ExtractionEnd, ExtractionError>> = {
  slow: 'slow',
  memory: 'unpacked',
  damaged: 'damaged',
};

/** Result if the system has no memory or file descriptors left for a process. */
const UNSTARTED = { answer: { violation: 'busy' } };

type Raw = { pages: readonly Page[] } | { lines: readonly string[] } | { violation: ExtractionError };

let turn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Extracts the text of a file, line by line. */
export async function extractText(type: 'pdf' | 'docx', bytes: Uint8Array): Promise<Extraction> {
  const raw = (await extract(type, bytes)) as Raw;
  if ('violation' in raw) return raw;
  const lines = 'lines' in raw ? raw.lines : linesOfPages(raw.pages);
  return lines.some((line) => /\p{L}{2}/u.test(line)) ? { lines } : { violation: 'noText' };
}

/** Parses a JSON file; lists and texts are cut to the size of a resume. */
export async function extractJson(bytes: Uint8Array): Promise<{ content: unknown } | { violation: ExtractionError }> {
  return (await extract('json', bytes)) as { content: unknown } | { violation: ExtractionError };
}

/** Files are processed one at a time, each in a separate process. Never rejects. */
async function extract(kind: string, bytes: Uint8Array): Promise<unknown> {
  if (waiting >= MAX_WAITING) return { violation: 'busy' };
  waiting += 1;
  const own = turn.then(() => runExtraction({ kind, ...TASK }, bytes, LIMITS)).catch(() => UNSTARTED);
  turn = own;
  try {
    const outcome = await own;
    return 'answer' in outcome ? outcome.answer : { violation: FAULTS[outcome.end] };
  } finally {
    waiting -= 1;
  }
}

/** Reason why the process ended without a result. */
type ExtractionEnd = 'slow' | 'memory' | 'damaged';

interface ExtractionLimits {
  /** Limit for the whole process. */
  maxMemoryBytes: number;
  /** Processor time of the whole process: because of its low priority, even a small file takes long on a busy machine. */
  maxCpuMs: number;
  /** Elapsed time for one file, including the start of the process. */
  maxMs: number;
}

const PROGRAM = fileURLToPath(new URL('./extraction.process.mjs', import.meta.url));
/** A small heap that grows in small steps, because the process handles one file only. */
const FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=4', '--no-warnings'];
/** Maximum size of the process's output, whose text is already limited by the process itself. */
const MAX_ANSWER_BYTES = 40_000_000;

/**
 * Passes a file to a separate process and waits for the result. The process always ends: by itself, or because it exceeds its memory or
 * time limit.
 *
 * @param task task for `extraction.process.mjs`
 * @returns rejects only if no process can be started
 */
function runExtraction(
  task: { kind: string } & Record<string, string | number>,
  bytes: Uint8Array,
  { maxMemoryBytes, maxCpuMs, maxMs }: ExtractionLimits,
): Promise<{ answer: unknown } | { end: ExtractionEnd }> {
  return new Promise((resolve) => {
    // The environment is not passed on, because it contains secrets.
    const child = spawn(process.execPath, [...FLAGS, PROGRAM, JSON.stringify({ ...task, maxMemoryBytes, maxCpuMs })], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let end: ExtractionEnd | undefined;
    const limit = setTimeout(() => {
      end = 'slow';
      child.kill('SIGKILL');
    }, maxMs);
    // Before the streams are used: without file descriptors, the child has none.
    child.on('error', () => {
      clearTimeout(limit);
      resolve({ end: 'damaged' });
    });
    const pieces: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= MAX_ANSWER_BYTES) pieces.push(piece);
      else child.kill('SIGKILL');
    });
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      // Terminated by its own watchdog, whose signal tells the reason, or by V8 because the heap was full.
      if (signal === 'SIGTERM') resolve({ end: 'slow' });
      else if (code !== 0) resolve({ end: end ?? (code === null ? 'memory' : 'damaged') });
      else resolve(parsed(Buffer.concat(pieces)));
    });
    // The process may have ended before it has read the file.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}

function parsed(json: Buffer): { answer: unknown } | { end: ExtractionEnd } {
  try {
    return { answer: JSON.parse(json.toString()) as unknown };
  } catch {
    return { end: 'damaged' };
  }
}

type ResumeFileType = 'pdf' | 'docx' | 'json';

/** Detects the type of a file by its first bytes, regardless of its name; the content of archives is checked when they are read. */
export function sniffResumeFile(bytes: Uint8Array): ResumeFileType | 'doc' | undefined {
  if (sniffAttachment(bytes) === 'application/pdf') return 'pdf';
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  if (start.startsWith('PK\x03\x04')) return 'docx';
  // Word before 2007, and password-protected files of later versions.
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'doc';
  return /^(?:\xef\xbb\xbf)?\s*\{/.test(start) ? 'json' : undefined;
}

/** A piece of text on a page; `x` and `y` are measured from the lower left corner. */
interface Word {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Page {
  width: number;
  words: readonly Word[];
}

interface Row {
  y: number;
  words: Word[];
}

/** A row without words that cross the gutter. */
interface SplitRow {
  /** Empty if there are no words on this side. */
  left: string;
  right: string;
  whole: string;
}

/**
 * Returns the lines of pages in reading order. Two columns are read one after the other if each is a text of its own, even across pages,
 * and row by row if one of them contains only dates. A wide gap within a line becomes a tab.
 */
export function linesOfPages(pages: readonly Page[]): string[] {
  const order = new ReadingOrder();
  let known: number | undefined;
  for (const { width, words } of pages) {
    const rows = rowsOf(words.filter((word) => [word.x, word.y, word.width, word.height].every(Number.isFinite)));
    // The columns of a page continue on the next one, where they may have no headings, or only a few lines.
    const isContinued = known !== undefined && isFree(rows, known);
    const gutter = isContinued ? known : gutterOf(rows, width);
    const split = rows.map((row) => splitAt(row, gutter));
    if (!isContinued && !areColumns(split.filter((row) => typeof row !== 'string'))) {
      for (const { words: own } of rows) order.addLine(lineOf(own));
      continue;
    }
    known = gutter;
    let block: SplitRow[] = [];
    for (const row of split) {
      if (typeof row === 'string') {
        order.addBlock(block);
        order.addLine(row);
        block = [];
      } else block.push(row);
    }
    order.addBlock(block);
  }
  return order.end();
}

/** Collects two columns until a line stands above or below both of them. */
class ReadingOrder {
  private readonly lines: string[] = [];
  private left: string[] = [];
  private right: string[] = [];
  /** Whether no heading precedes the columns. */
  private isHead = true;

  addLine(line: string): void {
    this.end();
    this.push(line);
  }

  /** Adds rows without a line above both columns. */
  addBlock(rows: readonly SplitRow[]): void {
    if (isTable(rows)) for (const { whole } of rows) this.addLine(whole);
    else
      for (const { left, right } of rows) {
        if (left !== '') this.left.push(left);
        if (right !== '') this.right.push(right);
      }
  }

  /** Ends both columns. @returns all lines */
  end(): string[] {
    // A name at the top of the right column would otherwise belong to the last section of the left one.
    const heads = [this.left, this.right].map((lines) => {
      const heading = this.isHead ? lines.findIndex(isHeading) : 0;
      return heading === -1 ? lines.length : heading;
    });
    const columns = [
      ...[...this.left.slice(0, heads[0]), ...this.right.slice(0, heads[1])],
      ...[...this.left.slice(heads[0]), ...this.right.slice(heads[1])],
    ];
    this.left = [];
    this.right = [];
    for (const line of columns) this.push(line);
    return this.lines;
  }

  private push(line: string): void {
    this.lines.push(line);
    this.isHead &&= !isHeading(line);
  }
}

function rowsOf(words: readonly Word[]): Row[] {
  const rows: Row[] = [];
  for (const word of [...words].sort((one, other) => other.y - one.y || one.x - other.x)) {
    const last = rows.at(-1);
    if (last && last.y - word.y <= SAME_LINE * Math.max(word.height, 4)) last.words.push(word);
    else rows.push({ y: word.y, words: [word] });
  }
  for (const { words: own } of rows) own.sort((one, other) => one.x - other.x);
  return rows;
}

function lineOf(words: readonly Word[]): string {
  let line = '';
  let end: number | undefined;
  for (const { text, x, width, height } of words) {
    const gap = end === undefined ? 0 : x - end;
    const size = Math.max(height, 4);
    if (gap > GAP * size) line += '\t';
    else if (gap > SPACE * size && !/\s$/.test(line) && !/^\s/.test(text)) line += ' ';
    line += text;
    end = x + width;
  }
  return line;
}

/** @returns the middle of the widest strip that almost no row crosses, between two columns; undefined if there is none */
function gutterOf(rows: readonly Row[], width: number): number | undefined {
  const size = Number.isFinite(width) ? Math.ceil(Math.min(Math.max(width, 0), WIDEST)) : 0;
  const [first, last] = [Math.floor(size * 0.2), Math.ceil(size * 0.8)];
  const changes = new Array<number>(size + 2).fill(0);
  for (const { words } of rows)
    for (const { x, width: wide } of words) {
      const [from, to] = [x, x + wide].map((at) => Math.min(size, Math.max(0, Math.round(at))));
      changes[from!]! += 1;
      changes[to! + 1]! -= 1;
    }
  const most = Math.floor(rows.length * CROSSING);
  let crossing = 0;
  let begin: number | undefined;
  const strips: { from: number; to: number }[] = [];
  for (let at = 0; at <= last; at += 1) {
    crossing += changes[at]!;
    const isFree = at >= first && crossing <= most;
    if (isFree && begin === undefined) begin = at;
    if (begin !== undefined && (!isFree || at === last)) {
      if (at - begin >= GUTTER) strips.push({ from: begin, to: at });
      begin = undefined;
    }
  }
  const [best] = strips
    .map(({ from, to }) => ({ middle: Math.round((from + to) / 2), wide: to - from }))
    .filter(({ middle }) => hasBothSides(rows, middle))
    .sort((one, other) => other.wide - one.wide);
  return best?.middle;
}

/** A strip at the margin has words on one side only. */
function hasBothSides(rows: readonly Row[], middle: number): boolean {
  const left = rows.filter(({ words }) => words.some(({ x, width }) => x + width <= middle)).length;
  const right = rows.filter(({ words }) => words.some(({ x }) => x >= middle)).length;
  return Math.min(left, right) >= MIN_ROWS;
}

function crosses({ x, width }: Word, gutter: number): boolean {
  return x < gutter && x + width > gutter;
}

/** Whether almost no row crosses a gutter. */
function isFree(rows: readonly Row[], gutter: number): boolean {
  const crossing = rows.filter(({ words }) => words.some((word) => crosses(word, gutter)));
  return crossing.length <= rows.length * CROSSING;
}

/** @returns a text if there is no gutter, or the row crosses it */
function splitAt({ words }: Row, gutter: number | undefined): SplitRow | string {
  const whole = lineOf(words);
  if (gutter === undefined || words.some((word) => crosses(word, gutter))) return whole;
  const isLeft = ({ x, width }: Word) => x + width / 2 < gutter;
  return { left: lineOf(words.filter(isLeft)), right: lineOf(words.filter((word) => !isLeft(word))), whole };
}

function isHeading(line: string): boolean {
  return headingOf(line) !== undefined;
}

/** Real columns each have headings of their own; the left side of a table has dates, labels and all headings. */
function areColumns(rows: readonly SplitRow[]): boolean {
  return (
    rows.some(({ left }) => isHeading(left)) &&
    rows.some(({ left, right }) => isHeading(right) && findPeriod(left) === undefined)
  );
}

/** Whether the left side mainly has dates, or the right side has nothing else. */
function isTable(rows: readonly SplitRow[]): boolean {
  const left = rows.filter((row) => row.left !== '');
  const right = rows.filter((row) => row.right !== '');
  const datesLeft = left.filter((row) => findPeriod(row.left) !== undefined).length;
  const datesRight = right.filter((row) => findPeriod(row.right)?.rest === '').length;
  return (datesLeft > 0 && datesLeft * 3 >= left.length * 2) || (datesRight > 0 && datesRight * 3 >= right.length * 2);
}

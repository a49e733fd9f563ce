import { headingOf } from '../reading/sections.js';
import { findPeriod } from '../reading/period.js';

/** A piece of text on a page; `x` and `y` are measured from the lower left corner. */
export interface Word {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Page {
  width: number;
  words: readonly Word[];
}

interface Row {
  y: number;
  words: Word[];
}

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

/**
 * Returns the lines of a page in reading order. Two columns are read one after the other if each is a text of its own, and row by row if
 * the left one contains only dates. A wide gap within a line becomes a tab.
 */
export function pageLines({ width, words }: Page): string[] {
  const rows = rowsOf(words.filter((word) => [word.x, word.y, word.width, word.height].every(Number.isFinite)));
  const gutter = gutterOf(rows, width);
  if (gutter === undefined) return rows.map(({ words: own }) => lineOf(own));
  const lines: string[] = [];
  let block: Row[] = [];
  const close = () => {
    lines.push(...linesOfBlock(block, gutter));
    block = [];
  };
  for (const row of rows) {
    if (row.words.some((word) => crosses(word, gutter))) {
      close();
      lines.push(lineOf(row.words));
    } else block.push(row);
  }
  close();
  return lines;
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

function linesOfBlock(rows: readonly Row[], gutter: number): string[] {
  const isLeft = ({ x, width }: Word) => x + width / 2 < gutter;
  const sides = rows.map(({ words }) => ({
    left: words.filter(isLeft),
    right: words.filter((word) => !isLeft(word)),
  }));
  const [left, right] = [
    sides.flatMap(({ left: own }) => (own.length > 0 ? [lineOf(own)] : [])),
    sides.flatMap(({ right: own }) => (own.length > 0 ? [lineOf(own)] : [])),
  ];
  return areColumns(left, right) ? [...left, ...right] : rows.map(({ words }) => lineOf(words));
}

/** Real columns each have headings of their own; the left side of a table has dates, labels and all headings. */
function areColumns(left: readonly string[], right: readonly string[]): boolean {
  const headings = (lines: readonly string[]) => lines.filter((line) => headingOf(line) !== undefined).length;
  const dates = left.filter((line) => findPeriod(line) !== undefined).length;
  return headings(left) > 0 && headings(right) > 0 && dates * 3 < left.length * 2;
}

import type { Kysely } from 'kysely';
import type { TextPart } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import type { Stemmer } from '../analysis/stemmer.js';
import { readTokenAt, tokenise, type Token, stripAccents } from '../analysis/tokens.js';

const LENGTH = 200;
const LEAD = 60;

/** A word of a text with its position and its spelling. */
export interface PlacedWord {
  start: number;
  end: number;
  written: string;
}

/** The analysis of a word of a text. */
export interface TextWord {
  /** Without accents. */
  plain: string;
  lexemes: readonly string[];
}

const MAX_REMEMBERED = 20_000;
/** Kinds of characters; digits count as letters. */
const OTHER = 0;
const MARK = 1;
const LETTER = 2;
const SUFFIX = /[+#]/;
// End of the characters in the table, which includes general punctuation and symbols.
const KINDS_END = 0x2150;

/** Analysis by spelling; null if it is not a word. */
type ReadWords = ReadonlyMap<string, TextWord | null>;

/** Analyses words of texts and caches the results: the same few thousand words make up most texts. */
export class TextWords {
  /** By language. */
  private readonly known = new Map<string, Map<string, TextWord | null>>();

  constructor(private readonly stemmer: Stemmer) {}

  /** @returns these words, and others that were analysed before */
  async read(database: Kysely<Database>, language: string, words: readonly PlacedWord[]): Promise<ReadWords> {
    const known = this.withRoom(language);
    const found = new Set<string>();
    for (const { written } of words) if (!known.has(written)) found.add(written);
    if (found.size === 0) return known;
    const unknown = [...found];
    const tokens = unknown.map((written) => tokenise(written, language)[0]);
    await this.stemmer.prepareLexemes(
      database,
      language,
      tokens.flatMap((token) => (token ? [token.surface, token.word] : [])),
    );
    for (const [index, written] of unknown.entries()) {
      const token = tokens[index];
      known.set(written, token ? this.toTextWord(language, token) : null);
    }
    return known;
  }

  private toTextWord(language: string, { surface, word }: Token): TextWord {
    return { plain: stripAccents(word), lexemes: this.stemmer.read(language, surface, word).lexemes };
  }

  /** Returns the cache of a language. A full cache is replaced rather than cleared, because running searches may still read it. */
  private withRoom(language: string): Map<string, TextWord | null> {
    let words = this.known.get(language);
    if (!words || words.size > MAX_REMEMBERED) this.known.set(language, (words = new Map<string, TextWord | null>()));
    return words;
  }
}

/** Returns the first letter of a word without accents, the only one that stemmers never change. */
export function firstLetter(word: string): number {
  return stripAccents(word.slice(0, 1)).charCodeAt(0);
}

/**
 * Returns the words of a text that begin with one of the given letters. The others, nine out of ten, are skipped.
 *
 * @param letters see `firstLetter`.
 */
export function wordsBeginningWith(letters: ReadonlySet<number>, text: string, language: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  /** Start of the word that contains `at`. */
  let start = -1;
  let hasLetter = false;
  let isWanted = false;
  const finish = (end: number): void => {
    const word = isWanted ? wordAt(text, start, end, language) : undefined;
    if (word) words.push(word);
    start = -1;
    hasLetter = false;
    isWanted = false;
  };
  for (let at = 0, next; at < text.length; at = next) {
    const code = text.codePointAt(at)!;
    next = code > 0xffff ? at + 2 : at + 1;
    const kind = code < KINDS_END ? KINDS[code]! : kindOf(code);
    if (kind === OTHER) {
      if (start >= 0) finish(at);
      continue;
    }
    if (start < 0) start = at;
    if (hasLetter || kind === MARK) continue;
    hasLetter = true;
    isWanted = letters.has(code < KINDS_END ? FIRST_LETTERS[code]! : firstLetter(text[at]!.toLowerCase()));
  }
  if (start >= 0) finish(text.length);
  return words;
}

/** Reads a word in its context: adjacent characters decide whether it is a word and where it ends (`C++`, the `s` of `charity's`). */
function wordAt(text: string, start: number, end: number, language: string): PlacedWord | undefined {
  if (end - start > 1 && !SUFFIX.test(text[end] ?? '')) return { start, end, written: text.slice(start, end) };
  const token = readTokenAt(text, start, language);
  return token && { start, end: token.end, written: text.slice(start, token.end) };
}
const KINDS = Uint8Array.from({ length: KINDS_END }, (_, code) => kindOf(code));
const FIRST_LETTERS = Uint16Array.from({ length: KINDS_END }, (_, code) =>
  firstLetter(String.fromCharCode(code).toLowerCase()),
);

function kindOf(code: number): number {
  const character = String.fromCodePoint(code);
  if (/[\p{L}\p{N}]/u.test(character)) return LETTER;
  return /\p{M}/u.test(character) ? MARK : OTHER;
}

/** Returns the beginning of a text, about 200 characters, for lists in which nothing of it is marked. */
export function openingOf(text: string): string {
  return snippetOf(text, [])
    .map((part) => part.text)
    .join('');
}

/** A range of a text that matched. */
export interface Mark {
  start: number;
  end: number;
}

/** Returns about 200 characters of a text: around the marks, or the beginning if there are none. */
export function snippetOf(text: string, marks: readonly Mark[]): TextPart[] {
  const first = bestStart(marks);
  let start = first === undefined || first.start < LENGTH - LEAD ? 0 : first.start - LEAD;
  if (start > 0) start = Math.max(text.indexOf(' ', start) + 1, 0);
  let end = Math.min(text.length, start + LENGTH);
  if (end < text.length) {
    const space = text.lastIndexOf(' ', end);
    if (space > start + LENGTH / 2) end = space;
  }
  const parts = partsOf(text, marks, { start, end });
  if (start > 0 && parts[0]) parts.unshift({ text: '… ', marked: false });
  if (end < text.length) parts.push({ text: ' …', marked: false });
  return joined(parts);
}

/** Returns the whole title in parts; adjacent marked words form one part. */
export function markedTitle(title: string, marks: readonly Mark[]): TextPart[] {
  const merged: Mark[] = [];
  for (const { start, end } of marks) {
    const last = merged.at(-1);
    if (last && title.slice(last.end, start).trim() === '') last.end = end;
    else merged.push({ start, end });
  }
  return partsOf(title, merged, { start: 0, end: title.length });
}

/** @param range range of the text that is returned; marks that exceed it are omitted */
function partsOf(text: string, marks: readonly Mark[], { start, end }: Mark): TextPart[] {
  const parts: TextPart[] = [];
  let at = start;
  const put = (piece: string, marked: boolean): void => {
    if (piece !== '') parts.push({ text: piece, marked });
  };
  for (const mark of marks) {
    if (mark.start < at || mark.end > end) continue;
    put(text.slice(at, mark.start), false);
    put(text.slice(mark.start, mark.end), true);
    at = mark.end;
  }
  put(text.slice(at, end).trimEnd(), false);
  return parts;
}

/** Returns the mark that is followed by the most other marks within the length of a snippet. */
function bestStart(marks: readonly Mark[]): Mark | undefined {
  let best: Mark | undefined;
  let most = 0;
  for (let from = 0, to = 0; from < marks.length; from++) {
    while (to < marks.length && marks[to]!.end <= marks[from]!.start + LENGTH - LEAD) to++;
    if (to - from > most) {
      most = to - from;
      best = marks[from];
    }
  }
  return best;
}

function joined(parts: readonly TextPart[]): TextPart[] {
  const result: TextPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last && last.marked === part.marked) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}

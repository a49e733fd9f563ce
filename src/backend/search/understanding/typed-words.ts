import { stripAccents } from '../analysis/fold.js';
import { type PlacedClause, scanKeywords } from '../port/keyword-grammar.js';

/** A clause of the typed text, which may be recognized as part of a phrase instead of a keyword. */
export interface TypedWord extends PlacedClause {
  /** Its folded words: `part` and `time` for `Part-time`. */
  pieces: readonly string[];
  /** Whether it is only a word: not quoted, excluded or a prefix. */
  isPlain: boolean;
}

/** A range of words from `start` up to, but not including, `end`. */
export interface WordRange {
  start: number;
  end: number;
}

const PIECE = /[\p{L}\p{N}]+/gu;

/** Splits the text of one search box into words, in time linear in its length. */
export function typedWords(text: string): TypedWord[] {
  return scanKeywords(text).map((placed) => {
    const { kind, excluded, text: word } = placed.clause;
    return { ...placed, pieces: piecesOf(word), isPlain: kind === 'word' && !excluded };
  });
}

/** Returns the folded words of a text, without case, accents and punctuation. */
export function piecesOf(text: string): string[] {
  return stripAccents(text.toLowerCase()).match(PIECE) ?? [];
}

/** Returns the typed text of a range of words, without surrounding punctuation. */
export function textOf(text: string, words: readonly TypedWord[], { start, end }: WordRange): string {
  return text
    .slice(words[start]!.start, words[end - 1]!.end)
    .replace(/^[\s,;:()]+/, '')
    .replace(/[\s,;:()]+$/, '');
}

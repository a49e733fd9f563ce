import { stripAccents } from '../analysis/fold.js';
import { type PlacedClause, scanKeywords } from '../port/keyword-grammar.js';

/** A clause of what was typed, as far as it may be read as something else than a keyword. */
export interface TypedWord extends PlacedClause {
  /** Its words, folded: `part`, `time` of `Part-time`. */
  pieces: readonly string[];
  /** Nothing but a word: not quoted, not excluded, no beginning of one. */
  isPlain: boolean;
}

/** Words that are read as something, from the word `start` up to the word before `end`. */
export interface WordRange {
  start: number;
  end: number;
}

const PIECE = /[\p{L}\p{N}]+/gu;

/** Splits what was typed into one box. Linear in its length. */
export function typedWords(text: string): TypedWord[] {
  return scanKeywords(text).map((placed) => {
    const { kind, excluded, text: word } = placed.clause;
    return { ...placed, pieces: piecesOf(word), isPlain: kind === 'word' && !excluded };
  });
}

/** The words of a text, folded: without case, accents and signs. */
export function piecesOf(text: string): string[] {
  return stripAccents(text.toLowerCase()).match(PIECE) ?? [];
}

/** What was typed of a range of words, without signs around it. */
export function textOf(text: string, words: readonly TypedWord[], { start, end }: WordRange): string {
  return text
    .slice(words[start]!.start, words[end - 1]!.end)
    .replace(/^[\s,;:()]+/, '')
    .replace(/[\s,;:()]+$/, '');
}

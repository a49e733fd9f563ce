import { stripAccents } from '../text/fold.js';
import { tokenise, type Token } from '../text/tokens.js';

const TOKEN_BYTES = 10;
const ENTRY_BYTES = 300;

/** A text and where its words stand, so that a word is found by its first letter without reading all of them again. */
export class ReadText {
  private readonly starts: Uint32Array;
  private readonly ends: Uint32Array;
  private readonly letters: Uint16Array;

  constructor(
    readonly id: number,
    readonly language: string,
    readonly text: string,
  ) {
    const tokens = tokenise(text, language);
    this.starts = Uint32Array.from(tokens, ({ start }) => start);
    this.ends = Uint32Array.from(tokens, ({ end }) => end);
    this.letters = Uint16Array.from(tokens, ({ word }) => firstLetter(word));
  }

  /** Roughly, in memory. */
  get bytes(): number {
    return this.text.length + this.starts.length * TOKEN_BYTES + ENTRY_BYTES;
  }

  /** The words that begin with one of these letters (see `firstLetter`). */
  wordsBeginningWith(letters: ReadonlySet<number>): Token[] {
    const found: Token[] = [];
    for (let at = 0; at < this.letters.length; at++) {
      if (!letters.has(this.letters[at]!)) continue;
      const start = this.starts[at]!;
      const end = this.ends[at]!;
      for (const token of tokenise(this.text.slice(start, end), this.language)) found.push({ ...token, start, end });
    }
    return found;
  }
}

/** The first letter of a word without accents: the one thing that stemmers leave alone. */
export function firstLetter(word: string): number {
  return stripAccents(word.slice(0, 1)).charCodeAt(0);
}

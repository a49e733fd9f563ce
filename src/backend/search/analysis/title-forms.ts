import { crc32 } from 'node:zlib';
import type { Stemmer } from './stemmer.js';
import { tokenise, type Token } from './tokens.js';

/** Separates the name of the job in a title from additional information: `Nurse – Nights`, `Koch (m/w/d)`, `Driver, Leeds`. */
const SEPARATOR = /\s[-–—|/]\s|[,;:(|[]|\s?[–—]\s?/;
/** Separated feminine endings in German: `Erzieher*in`, `Lehrer:innen`. */
const SET_APART = new Set(['in', 'innen']);

/** Returns the part of a title before the first separator. */
export function headOfTitle(title: string): string {
  const at = title.search(SEPARATOR);
  return at > 0 ? title.slice(0, at) : title;
}

/**
 * Returns a lexeme that is equal for titles that name the same job: it represents their stems in order, without stop words and single
 * letters (`m/w/d`). Returns undefined if no stems are left.
 */
export function wholeTitleLexeme(tokens: readonly Token[], language: string, stemmer: Stemmer): string | undefined {
  const stems: string[] = [];
  for (const { surface, word } of tokens) {
    const { lexemes, stop } = stemmer.read(language, surface, word);
    if (stop || word.length < 2 || (language === 'de' && SET_APART.has(word))) continue;
    stems.push(lexemes[0]!);
  }
  // Titles are numerous and long: a checksum takes a fraction of the memory, and a collision only affects the order.
  return stems.length === 0 ? undefined : crc32(stems.join(' ')).toString(36);
}

/** Returns the lexemes of the whole title and of its head; at most two. */
export function titleLexemes(title: string, language: string, stemmer: Stemmer): string[] {
  const forms = [title, headOfTitle(title)].map((text) =>
    wholeTitleLexeme(tokenise(text, language), language, stemmer),
  );
  return [...new Set(forms.filter((form) => form !== undefined))];
}

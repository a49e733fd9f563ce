import { crc32 } from 'node:zlib';
import type { Stemmer } from './stemmer.js';
import { tokenise, type Token } from './tokens.js';

/** What parts a title's name of a job from what is said of it: `Nurse – Nights`, `Koch (m/w/d)`, `Driver, Leeds`. */
const SEPARATOR = /\s[-–—|/]\s|[,;:(|[]|\s?[–—]\s?/;
/** Feminine endings that are set apart in German: `Erzieher*in`, `Lehrer:innen`. */
const SET_APART = new Set(['in', 'innen']);

/** The part of a title before the first separator. */
export function headOfTitle(title: string): string {
  const at = title.search(SEPARATOR);
  return at > 0 ? title.slice(0, at) : title;
}

/**
 * What two titles have in common that name the same job: their stems in order, without words that say nothing and without single letters
 * (`m/w/d`). As a lexeme; undefined where nothing is left.
 */
export function wholeTitleLexeme(tokens: readonly Token[], language: string, stemmer: Stemmer): string | undefined {
  const stems: string[] = [];
  for (const { surface, word } of tokens) {
    const { lexemes, stop } = stemmer.read(language, surface, word);
    if (stop || word.length < 2 || (language === 'de' && SET_APART.has(word))) continue;
    stems.push(lexemes[0]!);
  }
  // Titles are many and long: their checksum takes a fraction of the memory, and a chance hit only changes an order.
  return stems.length === 0 ? undefined : crc32(stems.join(' ')).toString(36);
}

/** The lexemes of a whole title and of its head; one or two, or none. */
export function titleLexemes(title: string, language: string, stemmer: Stemmer): string[] {
  const forms = [title, headOfTitle(title)].map((text) =>
    wholeTitleLexeme(tokenise(text, language), language, stemmer),
  );
  return [...new Set(forms.filter((form) => form !== undefined))];
}

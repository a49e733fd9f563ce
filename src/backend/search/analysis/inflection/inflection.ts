import { stripAccents } from '../fold.js';
import { stemEnglish } from './english.js';
import { stemFrench } from './french.js';
import { stemGerman } from './german.js';

const STEMMERS: Readonly<Record<string, (word: string) => string>> = {
  en: stemEnglish,
  de: stemGerman,
  fr: stemFrench,
};

/**
 * A word without its inflection, and without accents, in a language that is known; of other languages the word without accents.
 *
 * @param word as `foldWord` gives it
 */
export function stemInflection(language: string, word: string): string {
  const stem = STEMMERS[language];
  return stripAccents(stem ? stem(word) : word);
}

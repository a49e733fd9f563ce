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
 * Removes the inflection and the accents of a word; in unsupported languages only the accents.
 *
 * @param word result of `foldWord`
 */
export function stemInflection(language: string, word: string): string {
  const stem = STEMMERS[language];
  return stripAccents(stem ? stem(word) : word);
}

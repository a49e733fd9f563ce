import type { Keywords } from '../port/search.port.js';
import { stripAccents } from './fold.js';
import type { KeywordClause } from '../port/keyword-grammar.js';
import type { Reading, Stemmer } from './stemmer.js';
import { compounds, INFORMATION_TECHNOLOGY, tokenise, type Token } from './tokens.js';

// Suffixes that stemmers remove. A typed prefix that ends within such a suffix is longer than the stem that it should match.
const ENDINGS: Record<string, readonly string[]> = {
  en: 's e es ed er ers or ors ing ion ions ional ive y ies ty ity ties al ally ment ments ness ance ence able ible ation ator'.split(
    ' ',
  ),
  de: 'e en er es em ern n s st ung ungen heit heiten keit keiten lich isch ig in innen end'.split(' '),
  fr: 's e es er ee ees ion ions ation ations eur eurs euse rice rices ment ements ite ites if ive ivite al ale aux iste ique'.split(
    ' ',
  ),
};

/** Returns every form of the keywords that has to be stemmed in a language. */
export function formsOfKeywords(keywords: Keywords, language: string): string[] {
  return keywords.boxes.flat().flatMap(({ kind, text }) => {
    const tokens = tokenise(text, language);
    return [
      ...tokens.flatMap(({ surface, word }) => [surface, word]),
      ...compounds(text, tokens),
      ...(tokens.some(({ word }) => word === 'it') ? [INFORMATION_TECHNOLOGY] : []),
      ...(kind === 'prefix' && tokens.length > 0 ? continuations(tokens.at(-1)!.word, language) : []),
    ];
  });
}

/** Returns stems that are shorter than the typed prefix, of words that begin with it: `administr` for `administrat*`. */
export function stemsOfPrefix(word: string, language: string, stemmer: Stemmer): string[] {
  const stems = continuations(word, language).flatMap((form) => stemmer.read(language, form, form).lexemes);
  return [...new Set(stems)].filter((stem) => stem.length < word.length && stripAccents(word).startsWith(stem));
}

function continuations(word: string, language: string): string[] {
  return [word, ...(ENDINGS[language] ?? []).map((ending) => word + ending)];
}

/** Returns the lexemes by which a word of a query is found. */
export function readKeyword(
  { surface, word }: Token,
  clause: KeywordClause,
  language: string,
  stemmer: Stemmer,
): Reading {
  const reading = stemmer.read(language, surface, word);
  if (word !== 'it' || language !== 'en' || clause.kind === 'prefix') return reading;
  const technology = stemmer.read('en', INFORMATION_TECHNOLOGY, INFORMATION_TECHNOLOGY);
  return clause.kind === 'phrase' ? { ...reading, lexemes: [...reading.lexemes, ...technology.lexemes] } : technology;
}

/** Returns the words of a clause, without the stop words of a compound such as `l'équipe`. */
export function significantTokens(clause: KeywordClause, language: string, stemmer: Stemmer): Token[] {
  const tokens = tokenise(clause.text, language);
  if (clause.kind !== 'word' || tokens.length < 2) return tokens;
  const telling = tokens.filter((token) => !readKeyword(token, clause, language, stemmer).stop);
  return telling.length > 0 ? telling : tokens;
}

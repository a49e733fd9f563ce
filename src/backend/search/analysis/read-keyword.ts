import type { Keywords } from '../port/search.port.js';
import type { KeywordClause } from '../port/keyword-grammar.js';
import type { Reading, Stemmer } from './stemmer.js';
import { compounds, INFORMATION_TECHNOLOGY, tokenise, type Token, stripAccents } from './tokens.js';

/** Words for any job, by language, without accents: a search for "nurse jobs" should also find adverts without the word "job". */
const GENERIC: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    'job jobs work working vacancy vacancies position positions role roles career careers hiring opening openings opportunity opportunities'.split(
      ' ',
    ),
  ),
  de: new Set('job jobs arbeit arbeiten stelle stellen stellenangebot stellenangebote stellenanzeige beruf'.split(' ')),
  fr: new Set('job jobs emploi emplois offre offres poste postes travail travailler boulot'.split(' ')),
};

/**
 * Memoizes values derived from keywords. The same words are the same object in later searches, as long as `readKeywords` of the request
 * caches them; derived values are garbage-collected together with them.
 *
 * @typeParam Owner object that computes the values; each value is valid for one owner only
 */
export class KeywordMemo<Owner extends object, Value> {
  private readonly known = new WeakMap<Owner, WeakMap<Keywords, Map<string, Value>>>();

  /** @param key other inputs of the value, such as the language */
  get(owner: Owner, keywords: Keywords, key: string): Value | undefined {
    return this.known.get(owner)?.get(keywords)?.get(key);
  }

  set(owner: Owner, keywords: Keywords, key: string, value: Value): Value {
    const ofOwner = this.known.get(owner) ?? new WeakMap<Keywords, Map<string, Value>>();
    const ofKeywords = ofOwner.get(keywords) ?? new Map<string, Value>();
    this.known.set(owner, ofOwner);
    ofOwner.set(keywords, ofKeywords);
    ofKeywords.set(key, value);
    return value;
  }
}

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

/**
 * Returns the words of a clause, without the stop words of a compound such as `l'équipe`. With an ampersand, it is searched as a phrase of
 * all its words: `A&E`.
 */
export function significantTokens(clause: KeywordClause, language: string, stemmer: Stemmer): Token[] {
  const tokens = tokenise(clause.text, language);
  if (clause.kind !== 'word' || tokens.length < 2 || clause.text.includes('&')) return tokens;
  const significant = tokens.filter((token) => !readKeyword(token, clause, language, stemmer).stop);
  return significant.length > 0 ? significant : tokens;
}

/** Whether a word only means "job". If other words are typed, hits need not contain it. */
export function isGeneric(language: string, word: string): boolean {
  return GENERIC[language]?.has(word) ?? false;
}

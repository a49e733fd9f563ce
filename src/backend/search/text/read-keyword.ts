import type { Keywords } from '../search.port.js';
import type { KeywordClause } from './keyword-grammar.js';
import type { Reading, Stemmer } from './stemmer.js';
import { compounds, INFORMATION_TECHNOLOGY, tokenise, type Token } from './tokens.js';

/** Every form of the keywords that the stemmer is going to be asked for in a language. */
export function formsOfKeywords(keywords: Keywords, language: string): string[] {
  return keywords.boxes.flat().flatMap(({ text }) => {
    const tokens = tokenise(text, language);
    return [
      ...tokens.flatMap(({ surface, word }) => [surface, word]),
      ...compounds(text, tokens),
      ...(tokens.some(({ word }) => word === 'it') ? [INFORMATION_TECHNOLOGY] : []),
    ];
  });
}

/** What a word of a query is found by. */
export function readKeyword({ surface, word }: Token, clause: KeywordClause, language: string, stemmer: Stemmer): Reading {
  const reading = stemmer.read(language, surface, word);
  if (word !== 'it' || language !== 'en' || clause.kind === 'prefix') return reading;
  const technology = stemmer.read('en', INFORMATION_TECHNOLOGY, INFORMATION_TECHNOLOGY);
  return clause.kind === 'phrase' ? { ...reading, lexemes: [...reading.lexemes, ...technology.lexemes] } : technology;
}

/** The words of a clause; of a word made of several, such as `l'équipe`, only those that mean something. */
export function tellingTokens(clause: KeywordClause, language: string, stemmer: Stemmer): Token[] {
  const tokens = tokenise(clause.text, language);
  if (clause.kind !== 'word' || tokens.length < 2) return tokens;
  const telling = tokens.filter((token) => !readKeyword(token, clause, language, stemmer).stop);
  return telling.length > 0 ? telling : tokens;
}

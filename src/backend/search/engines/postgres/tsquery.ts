import type { Parameters } from '../../../platform/database/statement.js';
import type { KeywordQuery } from '../../analysis/keyword-query.js';
import { MAX_SCORE, type ScoredField, type ScoredPhrase } from '../../analysis/score-parts.js';
import type { Lexeme, WordQuery } from '../../analysis/word-query.js';
import { NEVER_CLOSES } from '../../adverts/advert-codes.js';
import { LEXEME_MARKS } from '../../codes/codes.js';

/** Returns the text of a tsquery. */
export function toTsquery(query: WordQuery): string {
  switch (query.kind) {
    case 'lexeme':
      return query.prefix ? `${quote(query.text)}:*` : quote(query.text);
    case 'not':
      return `!(${toTsquery(query.part)})`;
    case 'phrase':
      return query.words.map((lexemes) => either(lexemes.map(toTsquery))).join(' <-> ');
    case 'and':
      return `(${query.parts.map(toTsquery).join(' & ')})`;
    case 'or':
      return either(query.parts.map(toTsquery));
  }
}

/** Returns a tsquery for any of the lexemes with the given weight. */
function weighed(lexemes: readonly Lexeme[], weight: 'A' | 'B'): string {
  return either(
    lexemes.map(({ text, prefix }) => {
      return `${quote(text)}:${prefix ? '*' : ''}${weight}`;
    }),
  );
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '$&$&')}'`;
}

function either(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0]! : `(${parts.join(' | ')})`;
}

/** Returns an expression for the relevance of a row, from its columns `title`, `scope`, `pay` and `closing`. */
export function relevance({ scored, favoured, quality }: KeywordQuery, parameters: Parameters): string {
  if (scored.length === 0) return '0';
  const queries = scored.map(({ field, anyOf }) => either(anyOf.map((phrase) => ofField(field, phrase))));
  const parts = scored.map(({ weight, scope }, index) => {
    const has = `title @@ ${parameters.add(queries[index], 'tsquery')}`;
    return `${weight} * (${scope === undefined ? '' : `scope = ${scope} and `}${has})::integer`;
  });
  if (favoured) parts.push(`${favoured.weight} * (scope = ${favoured.scope})::integer`);
  if (quality.payStated > 0) parts.push(`${quality.payStated} * (pay > 0)::integer`);
  if (quality.closingStated > 0) parts.push(`${quality.closingStated} * (closing < ${NEVER_CLOSES})::integer`);
  // Most rows match none of the parts, which a single test finds out.
  const any = parameters.add(either(queries), 'tsquery');
  return `case when title @@ ${any} then least(${parts.join(' + ')}, ${MAX_SCORE}) else 0 end`;
}

/** Returns a tsquery for a phrase in a field of the vector `title`. */
function ofField(field: ScoredField, phrase: ScoredPhrase): string {
  const words = phrase.map((lexemes) => {
    if (field === 'title') return weighed(lexemes, 'A');
    if (field === 'organization') return weighed(lexemes, 'B');
    return either(lexemes.map(({ text, prefix }) => `${quote(LEXEME_MARKS[field] + text)}${prefix ? ':*' : ''}`));
  });
  return words.length === 1
    ? words[0]!
    : `(${words.map((word) => `(${word})`).join(field === 'subject' ? ' & ' : ' <-> ')})`;
}

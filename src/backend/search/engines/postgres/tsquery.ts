import type { Parameters } from '../../../platform/database/statement.js';
import {
  type Lexeme,
  type WordQuery,
  PHRASE_IN_TITLE,
  WORD_IN_ORGANIZATION,
  WORD_IN_TITLE,
  type KeywordQuery,
} from '../../analysis/keyword-query.js';

/** The text of a tsquery. */
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

/** Any of the lexemes, where it has one of the weights; no weight: wherever it stands. */
export function weighed(lexemes: readonly Lexeme[], weight: 'A' | 'B' | ''): string {
  return either(
    lexemes.map(({ text, prefix }) => {
      const labels = (prefix ? '*' : '') + weight;
      return labels === '' ? quote(text) : `${quote(text)}:${labels}`;
    }),
  );
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '$&$&')}'`;
}

function either(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0]! : `(${parts.join(' | ')})`;
}

/** How well a row's title suits the words, as an expression. @param scored see `KeywordQuery` */
export function relevance(scored: KeywordQuery['scored'], parameters: Parameters): string {
  if (scored.length === 0) return '0';
  const has = (tsquery: string): string => `(title @@ ${parameters.add(tsquery, 'tsquery')})::integer`;
  const parts = scored.flatMap((lexemes) => [
    `${WORD_IN_TITLE} * ${has(weighed(lexemes, 'A'))}`,
    `${WORD_IN_ORGANIZATION} * ${has(weighed(lexemes, 'B'))}`,
  ]);
  if (scored.length > 1) {
    const phrase = scored.map((lexemes) => `(${weighed(lexemes, 'A')})`).join(' <-> ');
    parts.push(`${PHRASE_IN_TITLE} * ${has(phrase)}`);
  }
  const any = parameters.add(weighed(scored.flat(), ''), 'tsquery');
  return `case when title @@ ${any} then ${parts.join(' + ')} else 0 end`;
}

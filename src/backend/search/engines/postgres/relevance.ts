import {
  PHRASE_IN_TITLE,
  WORD_IN_ORGANIZATION,
  WORD_IN_TITLE,
  type KeywordQuery,
} from '../../analysis/keyword-query.js';
import type { Parameters } from '../../../platform/database/statement.js';
import { weighed } from './tsquery.js';

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

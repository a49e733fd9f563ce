import type { Kysely } from 'kysely';
import type { KeywordSuggestion } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { WORD_KIND } from '../codes/codes.js';
import { run } from '../../platform/database/statement.js';
import { stripAccents } from '../analysis/fold.js';
import { tokenise } from '../analysis/tokens.js';

const KINDS = Object.values(WORD_KIND);
const LAST_CHARACTER = '\u{10ffff}';

/** Words, titles, organizations and occupations that begin with what was typed, most frequent first. */
export async function suggestKeywords(
  database: Kysely<Database>,
  prefix: string,
  scopes: readonly number[],
  limit: number,
): Promise<KeywordSuggestion[]> {
  const typed = tokenise(prefix.slice(0, 100), '')
    .map(({ word }) => stripAccents(word))
    .join(' ');
  if (typed === '' || scopes.length === 0 || limit < 1) return [];
  return run<KeywordSuggestion>(
    database,
    `select min(label) as text, sum(n)::integer as count from search_word
     where scope = any($1::smallint[]) and kind = any($2::smallint[]) and word >= $3 and word < $4
     group by word order by count desc, word limit $5`,
    [scopes, KINDS, typed, typed + LAST_CHARACTER, limit],
  );
}

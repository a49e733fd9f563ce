import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { WORD_KIND } from '../codes/codes.js';
import { run } from '../../platform/database/statement.js';
import { MAX_NEIGHBOURS, transpositionsOf, type SimilarWord, type SimilarWords } from './similar-words.port.js';

/** Finds similar words with the functions of PostgreSQL. */
export class PostgresSimilarWords implements SimilarWords {
  constructor(private readonly database: Kysely<Database>) {}

  find(words: readonly string[], scopes: readonly number[]): Promise<SimilarWord[]> {
    const swaps = words.flatMap((typed) => transpositionsOf(typed).map((word) => ({ typed, word })));
    return run<SimilarWord>(
      this.database,
      `select typed.word as typed, near.* from unnest($1::text[]) as typed(word) cross join lateral (
         select w.word, min(w.label collate "C") as label, sum(w.n)::integer as n, levenshtein(w.word, typed.word) as distance
         from search_word w
         where w.kind = ${WORD_KIND.word} and w.word % typed.word and w.scope = any($2::smallint[])
           and length(w.word) between length(typed.word) - 2 and length(typed.word) + 2
           and levenshtein_less_equal(w.word, typed.word, 2) <= case when length(typed.word) < 6 then 1 else 2 end
         group by w.word order by distance, n desc, w.word limit ${MAX_NEIGHBOURS}
       ) as near
       union all
       select swapped.typed, w.word, min(w.label collate "C"), sum(w.n)::integer, 1
       from unnest($3::text[], $4::text[]) as swapped(typed, word) join search_word w
         on w.scope = any($2::smallint[]) and w.kind = ${WORD_KIND.word} and w.word = swapped.word
       group by swapped.typed, w.word
       order by typed, distance, n desc, word`,
      [words, scopes, swaps.map(({ typed }) => typed), swaps.map(({ word }) => word)],
    );
  }
}

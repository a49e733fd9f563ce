import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { WORD_KIND } from '../codes/codes.js';
import { run } from '../../platform/database/statement.js';

/** A known word with a spelling similar to a typed one. */
export interface SimilarWord {
  typed: string;
  /** The folded word, as it is stored. */
  word: string;
  /** Its spelling in documents. */
  label: string;
  /** Approximate number of jobs that contain it. */
  n: number;
  /** Edit distance; 0 if it is the typed word itself. */
  distance: number;
}

/**
 * Finds the known words that are similar to typed ones. All implementations return the same results: for each typed word, the four nearest
 * words with a trigram similarity of at least 0.3 and an edit distance of at most 1, or 2 for words of six or more letters; and each known
 * word that results from swapping two adjacent letters, at distance 1. Sorted by distance, then frequency, then alphabetically.
 */
export interface SimilarWords {
  /** @param words folded words, at most a few */
  find(words: readonly string[], scopes: readonly number[]): Promise<SimilarWord[]>;
}

export const MAX_NEIGHBOURS = 4;

/** Maximum edit distance: in words of fewer than six letters, two edits usually produce a different word. */
export function maxEdits(letters: number): number {
  return letters < 6 ? 1 : 2;
}

/** Returns the words with two adjacent letters swapped: a single mistake, which Levenshtein distance counts as two edits. */
export function transpositionsOf(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  ).filter((swapped) => swapped !== word);
}

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

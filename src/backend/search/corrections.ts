import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import { WORD_KIND } from './codes/codes.js';
import { run } from './postgres/statement.js';
import type { Keywords } from './search.port.js';
import { stripAccents } from './text/fold.js';
import type { KeywordClause } from './text/keyword-grammar.js';
import { tokenise } from './text/tokens.js';

interface Neighbour {
  typed: string;
  word: string;
  label: string;
  n: number;
  distance: number;
}

/** How likely a replacement must be. */
export type Confidence = 'unknown-words' | 'rare-words';

const SHORTEST = 4;
const MOST_WORDS = 8;
const MUCH_MORE_FREQUENT = 20;

/**
 * The keywords with words that no document has (`unknown-words`) or hardly any has (`rare-words`) replaced by the nearest known ones.
 *
 * @returns undefined when there is nothing to replace.
 */
export async function correctKeywords(
  database: Kysely<Database>,
  keywords: Keywords,
  scopes: readonly number[],
  confidence: Confidence,
): Promise<Keywords | undefined> {
  const clauses = keywords.boxes.flat().filter(({ excluded, kind }) => !excluded && kind !== 'prefix');
  const words = [...new Set(clauses.flatMap(({ text }) => wordsOf(text)))].slice(0, MOST_WORDS);
  if (words.length === 0) return undefined;
  const replacements = choose(words, await neighboursOf(database, words, scopes), confidence);
  if (replacements.size === 0) return undefined;
  const replace = (clause: KeywordClause): KeywordClause =>
    clause.excluded || clause.kind === 'prefix' ? clause : { ...clause, text: replaced(clause.text, replacements) };
  return { ...keywords, boxes: keywords.boxes.map((box) => box.map(replace)) };
}

function wordsOf(text: string): string[] {
  return tokenise(text, '')
    .map(({ word }) => word)
    .filter((word) => word.length >= SHORTEST && word.length <= 30 && /^\p{L}+$/u.test(word));
}

async function neighboursOf(
  database: Kysely<Database>,
  words: readonly string[],
  scopes: readonly number[],
): Promise<Neighbour[]> {
  const swaps = words.flatMap((typed) => swapsOf(typed).map((word) => ({ typed, word })));
  return run<Neighbour>(
    database,
    `select typed.word as typed, near.* from unnest($1::text[]) as typed(word) cross join lateral (
       select w.word, min(w.label) as label, sum(w.n)::integer as n, levenshtein(w.word, typed.word) as distance
       from search_word w
       where w.kind = ${WORD_KIND.word} and w.word % typed.word and w.scope = any($2::smallint[])
         and length(w.word) between length(typed.word) - 2 and length(typed.word) + 2
         and levenshtein_less_equal(w.word, typed.word, 2) <= case when length(typed.word) < 6 then 1 else 2 end
       group by w.word order by distance, n desc limit 4
     ) as near
     union all
     select swapped.typed, w.word, min(w.label), sum(w.n)::integer, 1
     from unnest($3::text[], $4::text[]) as swapped(typed, word) join search_word w
       on w.scope = any($2::smallint[]) and w.kind = ${WORD_KIND.word} and w.word = swapped.word
     group by swapped.typed, w.word
     order by typed, distance, n desc`,
    [words, scopes, swaps.map(({ typed }) => typed), swaps.map(({ word }) => word)],
  );
}

/** Two letters in the wrong order are one mistake, which neither measure of the database knows. */
function swapsOf(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  ).filter((swapped) => swapped !== word);
}

function choose(
  words: readonly string[],
  neighbours: readonly Neighbour[],
  confidence: Confidence,
): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const word of words) {
    const known = neighbours.filter(({ typed }) => typed === word);
    const itself = known.find(({ distance }) => distance === 0);
    const others = known.filter(({ distance }) => distance > 0);
    const best =
      confidence === 'unknown-words'
        ? itself
          ? undefined
          : others[0]
        : others.find(({ n, distance }) => distance === 1 && n >= MUCH_MORE_FREQUENT * Math.max(itself?.n ?? 1, 1));
    if (best) chosen.set(word, best.label);
  }
  return chosen;
}

function replaced(text: string, replacements: ReadonlyMap<string, string>): string {
  let result = '';
  let at = 0;
  for (const { word, start, end } of tokenise(text, '')) {
    const replacement = replacements.get(stripAccents(word));
    if (replacement === undefined) continue;
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

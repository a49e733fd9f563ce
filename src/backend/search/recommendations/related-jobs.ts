import { sql, type Kysely } from 'kysely';
import { PackedCache } from '../../platform/database/caches/packed-cache.js';
import { ResultCache } from '../../platform/database/caches/result-cache.js';
import type { Database } from '../../platform/database/schema.js';
import type { JobSimilarity } from '../../platform/search-index/job-similarity.port.js';
import type { Keywords, SearchQuery } from '../port/search.port.js';
import type { KeywordClause } from '../port/keyword-grammar.js';
import type { CorrectingSearch } from '../query/correcting-search.js';

/** A search that finds no more is extended, as one that may have been misspelt. */
const FEW = 3;
const MAX_WORDS = 8;
const MAX_COMPARED = 100;
const MAX_RELATED = 10;
/** What is less near is another kind of work. */
const MIN_SIMILARITY = 0.3;

// Some 100 bytes a search.
const CACHE_BYTES = 1_000_000;

/** What is searched for, and what was found of it. */
interface Search {
  query: SearchQuery;
  /** What the search itself found. */
  found: { total: number; ids: readonly string[] };
  /** Of the page. */
  language: string;
}

/**
 * Where few jobs have the words that are searched for: others that are near in meaning and meet all the other conditions, the nearest first, one of
 * each employer. They are found by titles with words of like meaning; how near they are is said by their vectors. Kept until jobs change.
 */
export class RelatedJobs {
  private readonly answers: ResultCache<string[]>;

  /** @param isCurrent whether `invalidate` is being called; without it nothing is kept */
  constructor(
    private readonly parts: { database: Kysely<Database>; similarity: JobSimilarity; jobs: CorrectingSearch },
    isCurrent: (() => boolean) | undefined,
  ) {
    this.answers = new ResultCache(new PackedCache<string, string[]>(CACHE_BYTES), isCurrent);
  }

  /** @returns none where enough was found, or nothing but the words is wanted */
  async find(search: Search, first: number): Promise<string[]> {
    if (!isExtended(search)) return [];
    const model = await this.parts.similarity.model();
    if (model === undefined) return [];
    const { query, found, language } = search;
    const question = [model, { ...query, facets: [] }, found.ids, language];
    return (await this.answers.get(question, () => this.search(search), AS_IT_IS)).slice(0, first);
  }

  /** Jobs have changed. */
  invalidate(): void {
    this.answers.invalidate();
  }

  private async search({ query, found, language }: Search): Promise<string[]> {
    const { database, similarity, jobs } = this.parts;
    const keywords = query.keywords!;
    const search = { typed: textOf(keywords), language, found: found.ids.map(Number) };
    const related = await similarity.relatedWords(search, MAX_WORDS);
    if (related.length === 0) return [];
    const { ids } = await jobs.searchExactly({
      ...query,
      keywords: anyOf(related, keywords),
      sort: 'newest',
      limit: MAX_COMPARED,
      facets: [],
    });
    const candidates = ids.filter((id) => !found.ids.includes(id)).map(Number);
    const near = await similarity.toSearch(search, candidates);
    const nearest = candidates
      .filter((id) => (near.get(id) ?? 0) >= MIN_SIMILARITY)
      .sort((one, other) => near.get(other)! - near.get(one)!);
    return (await onePerEmployer(database, nearest)).slice(0, MAX_RELATED).map(String);
  }
}

const AS_IT_IS = { pack: (ids: string[]) => ids, unpack: (ids: string[]) => ids };

function isExtended({ query: { keywords, offset }, found }: Search): boolean {
  if (!keywords || keywords.literal || found.total > FEW || offset > 0) return false;
  if (!keywords.fields.includes('everything') || textOf(keywords) === '') return false;
  // Who writes quotes or an asterisk means these characters.
  return keywords.boxes.flat().every(({ kind, excluded }) => kind === 'word' || excluded);
}

/** The words without signs, and without what is excluded. */
function textOf({ boxes }: Keywords): string {
  return boxes
    .flat()
    .filter(({ excluded }) => !excluded)
    .map(({ text }) => text)
    .join(' ');
}

/** Titles that have one of the words, and nothing of what is excluded. */
function anyOf(words: readonly string[], { boxes }: Keywords): Keywords {
  const excluded = boxes.flat().filter((clause) => clause.excluded);
  const clause = (text: string): KeywordClause => ({ kind: 'word', text, excluded: false });
  return { boxes: words.map((word) => [clause(word), ...excluded]), any: true, fields: ['title'], literal: true };
}

/** Of each employer the first. */
export async function onePerEmployer(database: Kysely<Database>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; employer: number }>`
    select id, organization_id as employer from job where id = any(${ids}::bigint[])
  `.execute(database);
  const employers = new Map(rows.map(({ id, employer }) => [id, employer]));
  const seen = new Set<number>();
  return ids.filter((id) => {
    const employer = employers.get(id);
    if (employer === undefined || seen.has(employer)) return false;
    seen.add(employer);
    return true;
  });
}

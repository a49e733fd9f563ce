import { sql, type Kysely } from 'kysely';
import { ResultCache, PackedCache } from '../../platform/database/caches.js';
import type { Database } from '../../platform/database/schema.js';
import type { JobSimilarity } from '../../platform/search-index/search-index.port.js';
import type { Keywords, SearchQuery } from '../port/search.port.js';
import type { KeywordClause } from '../port/keyword-grammar.js';
import type { CorrectingSearch } from '../query/correcting-search.js';

/** A search with at most this number of hits is extended; the same threshold as for correcting a possible misspelling. */
const FEW = 3;
const MAX_WORDS = 8;
const MAX_COMPARED = 100;
const MAX_RELATED = 10;
/** Minimum similarity of related jobs. */
const MIN_SIMILARITY = 0.3;

// Each search takes about 100 bytes.
const CACHE_BYTES = 1_000_000;

/** A search with its result. */
interface Search {
  query: SearchQuery;
  /** Result of the search itself. */
  found: { total: number; ids: readonly string[] };
  /** Language of the page. */
  language: string;
}

/**
 * For searches with few hits, finds jobs with a similar meaning that meet all other conditions, most similar first, one per employer.
 * Candidates have words of similar meaning in their titles and are ranked by their vectors. Results are cached until jobs change.
 */
export class RelatedJobs {
  private readonly answers: ResultCache<string[]>;

  /** @param isCurrent whether `invalidate` is called when something changes; without it nothing is cached */
  constructor(
    private readonly parts: { database: Kysely<Database>; similarity: JobSimilarity; jobs: CorrectingSearch },
    isCurrent: (() => boolean) | undefined,
  ) {
    this.answers = new ResultCache(new PackedCache<string, string[]>(CACHE_BYTES), isCurrent);
  }

  /** @returns an empty list if the search has enough hits, or must match its words exactly */
  async find(search: Search, first: number): Promise<string[]> {
    if (!isExtended(search)) return [];
    const model = await this.parts.similarity.model();
    if (model === undefined) return [];
    const { query, found, language } = search;
    const question = [model, { ...query, facets: [] }, found.ids, language];
    return (await this.answers.get(question, () => this.search(search), AS_IT_IS)).slice(0, first);
  }

  /** Must be called when jobs change. */
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
  // Quotes or an asterisk request an exact match.
  return keywords.boxes.flat().every(({ kind, excluded }) => kind === 'word' || excluded);
}

/** Returns the words without operators and excluded words. */
function textOf({ boxes }: Keywords): string {
  return boxes
    .flat()
    .filter(({ excluded }) => !excluded)
    .map(({ text }) => text)
    .join(' ');
}

/** Returns keywords for titles with one of the words, and without the excluded ones. */
function anyOf(words: readonly string[], { boxes }: Keywords): Keywords {
  const excluded = boxes.flat().filter((clause) => clause.excluded);
  const clause = (text: string): KeywordClause => ({ kind: 'word', text, excluded: false });
  return { boxes: words.map((word) => [clause(word), ...excluded]), any: true, fields: ['title'], literal: true };
}

/** Keeps only the first job of each employer. */
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

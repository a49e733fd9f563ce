import { sql, type Kysely } from 'kysely';
import type { ConnectionTarget } from '../../../src/backend/platform/database/pool.js';
import type { Database } from '../../../src/backend/platform/database/schema.js';
import type { RequestContext } from '../../../src/backend/platform/graphql/request-context.js';
import { createSearch, type Search, type SearchOptions } from '../../../src/backend/search/create-search.js';
import { seedTerms } from '../../../src/backend/reference/prepare-database.js';
import type { QuerySearchApiSearchArgs, TextPart } from '#contract/generated/resolvers.js';
import { JOB_FACETS, ADVERT_FACETS } from '#contract/search/job-search.js';
import { createTestDatabase, silentLogger } from '../database.js';

export const SITE = 'test-site';
export const NOW = new Date('2026-11-01T12:00:00Z');

export interface TestJob {
  title: string;
  language?: string;
  description?: string;
  organization?: number;
  remote?: number | null;
  employment?: number[];
  industry?: number[];
  occupation?: number[];
  experience?: number | null;
  place?: { country: string; area?: string; locality?: string; lat?: number; lon?: number };
  eligible?: string[];
  published?: Date;
  /** Closing date; omit for a job without one. */
  closes?: Date;
  /** Maximum of the salary range; omit for a job that states no salary. */
  pay?: { amount: number; currency: string; unit: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' };
  /** Whether the job states no way to apply. */
  withoutApplication?: boolean;
  site?: string;
  state?: string;
}

export interface TestIndex {
  database: Kysely<Database>;
  target: ConnectionTarget;
  search: Search;
  /** Saves and indexes jobs in one transaction. @returns their ids */
  add(jobs: readonly TestJob[]): Promise<string[]>;
  find(args?: Partial<QuerySearchApiSearchArgs>): Promise<FoundJobs>;
  /** Titles of the jobs found by the keywords, in the order of the result. */
  titles(keys: string, args?: Partial<QuerySearchApiSearchArgs>): Promise<string[]>;
  close(): Promise<void>;
}

export interface FoundJobs {
  total: number;
  titles: string[];
  /** Titles with the matching words in brackets. */
  markedTitles: string[];
  /** Text snippets with the matching words in brackets. */
  snippets: string[];
  distances: (number | null)[];
  /** By facet name: `value:count`. */
  facets: Record<string, string[]>;
  correction: { keys: string; applied: boolean } | null;
  relaxed: boolean;
  synonyms: { typed: string; names: string[] }[];
  location: { label: string; country: string; radius?: number | null; alternatives: { label: string }[] } | null;
  /** Titles. */
  related: string[];
  band: { total: number; titles: string[] } | null;
}

/** Facets for vocabularies and organizations. */
export const ALL_FACETS = countedFacets(JOB_FACETS);
/** The same facets and those for properties of adverts. */
export const EVERY_FACET = countedFacets([...JOB_FACETS, ...ADVERT_FACETS]);

/** Facet requests like those of the pages. */
function countedFacets(facets: readonly { field: string }[]) {
  return facets.map(({ field }) => ({ field, limit: 100, operator: 'or', min_count: 1, missing: false }));
}

const CONTEXT: RequestContext = {
  site: { name: SITE, languages: ['en', 'de', 'fr'], countries: ['CA'], currencies: ['CAD'], demo: 'canada' },
  locale: 'en-CA',
  language: 'en',
  now: NOW,
  requestId: undefined,
  viewer: null,
};
const ORGANIZATIONS = 130;

interface Documents {
  title: string;
  distance: number | null;
  markedTitle: TextPart[];
  snippet: TextPart[];
}

/** A database with organizations `1` to `130` (`Organization 1` …) and no jobs yet. */
export async function createTestIndex(
  options: Pick<SearchOptions, 'features' | 'synonyms' | 'meaning'> = {},
): Promise<TestIndex> {
  const test = await createTestDatabase();
  const { database } = test;
  const terms = await seedTerms(database);
  const search = createSearch({
    database,
    terms,
    currencies: { [SITE]: 'CAD' },
    clock: () => NOW,
    logger: silentLogger,
    ...options,
  });
  const work = search.startJobs();
  await sql`
    insert into organization (id, site, slug, name, language, source, source_key)
    select id, ${SITE}, 'o' || id, 'Organization ' || id, 'en', 'test', id::text from generate_series(1, ${ORGANIZATIONS}::integer) as id
  `.execute(database);
  const field = search.resolvers.Query!['searchAPISearch']! as unknown as SearchField;
  const searchField: SearchField['resolve'] = (args, context) => field.resolve(args, context);

  const find = async (args: Partial<QuerySearchApiSearchArgs> = {}): Promise<FoundJobs> => {
    const answer = await searchField({ index_id: 'jobs', ...args }, CONTEXT);
    const documents = await answer.documents();
    const facets = await answer.facets();
    const band = await answer.remote_band({ first: 10 });
    const related = await answer.related({ first: 4 });
    return {
      total: answer.result_count,
      titles: documents.map(({ title }) => title),
      markedTitles: documents.map(({ markedTitle }) => bracketed(markedTitle)),
      snippets: documents.map(({ snippet }) => bracketed(snippet)),
      distances: documents.map(({ distance }) => distance),
      facets: Object.fromEntries(
        facets.map(({ name, values }) => [
          [...JOB_FACETS, ...ADVERT_FACETS].find(({ field }) => field === name)!.name,
          values.map(({ filter, count }) => `${filter}:${count}`),
        ]),
      ),
      correction: answer.correction,
      relaxed: answer.relaxed,
      synonyms: await answer.synonyms(),
      location: answer.location,
      related: related.map(({ title }) => title),
      band: band && { total: band.result_count, titles: band.documents.map(({ title }) => title) },
    };
  };

  let last = 0;
  return {
    database,
    target: test.target,
    search,
    find,
    titles: async (keys, args) => (await find({ ...args, fulltext: { keys: [keys] } })).titles,
    add: (jobs) =>
      database.transaction().execute(async (trx) => {
        const ids: string[] = [];
        for (const job of jobs) ids.push(await insert(trx, job, ++last));
        await search.indexer.index(trx, ids);
        return ids;
      }),
    async close() {
      await work.stop();
      await search.close();
      await test.close();
    },
  };
}

interface SearchField {
  resolve(args: QuerySearchApiSearchArgs, context: RequestContext): Promise<Answer>;
}

interface Answer {
  result_count: number;
  documents(): Promise<Documents[]>;
  facets(): Promise<{ name: string; values: { filter: string; count: number }[] }[]>;
  remote_band(args: { first: number }): Promise<{ result_count: number; documents: Documents[] } | null>;
  related(args: { first: number }): Promise<Documents[]>;
  correction: FoundJobs['correction'];
  relaxed: boolean;
  synonyms: () => Promise<FoundJobs['synonyms']>;
  location: FoundJobs['location'];
}

async function insert(database: Kysely<Database>, job: TestJob, number: number): Promise<string> {
  const { place } = job;
  const { rows } = await sql<{ id: string }>`
    insert into job (site, organization_id, title, language, description, state, employment_type_tids, industry_tids,
      occupation_tids, experience_tid, remote_tid, eligible_countries, country_code, administrative_area, locality, lat, lon,
      published_at, expires_at, salary_max, salary_currency, salary_unit, application_workflow, source, source_key, content_hash)
    values (${job.site ?? SITE}, ${job.organization ?? 1}, ${job.title}, ${job.language ?? 'en'}, ${job.description ?? ''},
      ${job.state ?? 'published'}, ${job.employment ?? []}, ${job.industry ?? []}, ${job.occupation ?? []}, ${job.experience ?? null},
      ${job.remote === undefined ? 1 : job.remote}, ${job.eligible ?? []}, ${place?.country ?? null}, ${place?.area ?? null},
      ${place?.locality ?? null}, ${place?.lat ?? null}, ${place?.lon ?? null},
      ${job.published ?? new Date(NOW.getTime() - 1_000_000_000 + number * 60_000)},
      ${job.closes ?? null}, ${job.pay?.amount ?? null}, ${job.pay?.currency ?? null}, ${job.pay?.unit ?? null},
      ${job.withoutApplication ? 'email' : 'form'}, 'test', ${String(number)}, '')
    returning id::text
  `.execute(database);
  return rows[0]!.id;
}

function bracketed(parts: readonly TextPart[]): string {
  return parts.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');
}

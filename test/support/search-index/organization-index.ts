import type { Kysely } from 'kysely';
import { createSearch, type Search } from '../../../src/backend/search/create-search.js';
import type { ConnectionTarget } from '../../../src/backend/platform/database/pool.js';
import type { Database } from '../../../src/backend/platform/database/schema.js';
import type { RequestContext } from '../../../src/backend/platform/graphql/request-context.js';
import {
  type OrganizationToSave,
  saveOrganizations,
} from '../../../src/backend/domain/organizations/organization.repository.js';
import { seedTerms } from '../../../src/backend/reference/prepare-database.js';
import type { QuerySearchApiSearchArgs } from '#contract/generated/resolvers.js';
import { FACET_LIMIT } from '#contract/search/job-search.js';
import { ORGANIZATION_FACETS } from '#contract/search/organization-search.js';
import { createTestDatabase, silentLogger } from '../database.js';

export type TestOrganization = Partial<OrganizationToSave> & { name: string };

export interface FoundOrganizations {
  total: number;
  names: string[];
  snippets: string[];
  distances: (number | null)[];
  /** By facet name: `value:count`. */
  facets: Record<string, string[]>;
  correction: { keys: string; applied: boolean } | null;
}

export interface TestDirectory {
  database: Kysely<Database>;
  target: ConnectionTarget;
  search: Search;
  /** Saves organizations in one transaction. @returns their ids */
  add(organizations: readonly TestOrganization[], site?: string): Promise<string[]>;
  find(args?: Partial<QuerySearchApiSearchArgs>): Promise<FoundOrganizations>;
  names(keys: string): Promise<string[]>;
  close(): Promise<void>;
}

const SITE = 'test-site';
const CONTEXT: RequestContext = {
  site: { name: SITE, languages: ['en', 'de', 'fr'], countries: ['CA'], demo: 'canada' },
  locale: 'en-CA',
  language: 'en',
  now: new Date('2026-11-01T12:00:00Z'),
  requestId: undefined,
  viewer: null,
};

export const ALL_ORGANIZATION_FACETS = ORGANIZATION_FACETS.map(({ field }) => ({
  field,
  limit: FACET_LIMIT,
  operator: 'or',
  min_count: 1,
  missing: false,
}));

interface Answer {
  result_count: number;
  documents(): Promise<{ name: string; distance: number | null; snippet: { text: string; marked: boolean }[] }[]>;
  facets: { name: string; values: { filter: string; count: number }[] }[];
  correction: FoundOrganizations['correction'];
}

/** Creates a database without organizations, and an organization index on it. */
export async function createTestDirectory(): Promise<TestDirectory> {
  const test = await createTestDatabase();
  const { database } = test;
  const terms = await seedTerms(database);
  const search = createSearch({ database, terms, clock: () => CONTEXT.now, logger: silentLogger });
  const field = search.resolvers.Query!['searchAPISearch']! as unknown as {
    resolve(args: QuerySearchApiSearchArgs, context: RequestContext): Promise<Answer>;
  };

  const find = async (args: Partial<QuerySearchApiSearchArgs> = {}): Promise<FoundOrganizations> => {
    const answer = await field.resolve({ index_id: 'organizations', ...args }, CONTEXT);
    const documents = await answer.documents();
    return {
      total: answer.result_count,
      names: documents.map(({ name }) => name),
      snippets: documents.map(({ snippet }) =>
        snippet.map(({ text, marked }) => (marked ? `[${text}]` : text)).join(''),
      ),
      distances: documents.map(({ distance }) => distance),
      facets: Object.fromEntries(
        answer.facets.map(({ name, values }) => [
          ORGANIZATION_FACETS.find((facet) => facet.field === name)!.name,
          values.map(({ filter, count }) => `${filter}:${count}`),
        ]),
      ),
      correction: answer.correction,
    };
  };

  return {
    database,
    target: test.target,
    search,
    find,
    names: async (keys) => (await find({ fulltext: { keys: [keys] } })).names,
    add: (organizations, site = SITE) =>
      database.transaction().execute(async (trx) => {
        const toSave = organizations.map((organization) => ({
          source: 'test',
          sourceKey: organization.name,
          language: 'en',
          benefitTids: [],
          featured: false,
          ...organization,
        }));
        const ids = await saveOrganizations(trx, site, toSave, search.indexer);
        return toSave.map(({ sourceKey }) => ids.get(sourceKey)!);
      }),
    async close() {
      await search.close();
      await test.close();
    },
  };
}

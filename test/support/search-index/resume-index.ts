import type { Kysely } from 'kysely';
import type { Viewer, RequestContext } from '../../../src/backend/platform/graphql/request-context.js';
import type { ConnectionTarget } from '../../../src/backend/platform/database/pool.js';
import type { Database } from '../../../src/backend/platform/database/schema.js';
import { type ResumeToSave, saveResumes } from '../../../src/backend/domain/resumes/resume.repository.js';
import { createSearch, type Search } from '../../../src/backend/search/create-search.js';
import { seedTerms } from '../../../src/backend/reference/prepare-database.js';
import type { QuerySearchApiSearchArgs } from '#contract/generated/resolvers.js';
import { FACET_LIMIT } from '#contract/search/job-search.js';
import { RESUME_FACETS } from '#contract/search/resume-search.js';
import { createTestDatabase, silentLogger } from '../database.js';

export type TestResume = Partial<ResumeToSave> & { title: string };

export interface FoundResumes {
  total: number;
  titles: string[];
  snippets: string[];
  distances: (number | null)[];
  /** By facet name: `value:count`. */
  facets: Record<string, string[]>;
  labels: Record<string, string[]>;
  /** The whole result as text. */
  text: string;
}

export interface TestResumes {
  database: Kysely<Database>;
  target: ConnectionTarget;
  search: Search;
  /** Saves resumes in one transaction, each for a new person. @returns their ids */
  add(resumes: readonly TestResume[], site?: string): Promise<number[]>;
  /** @param viewer defaults to a recruiter */
  find(args?: Partial<QuerySearchApiSearchArgs>, viewer?: Viewer | null): Promise<FoundResumes>;
  titles(keys: string): Promise<string[]>;
  close(): Promise<void>;
}

const SITE = 'test-site';
export const NOW = new Date('2026-11-01T12:00:00Z');

/** A viewer with these roles, verified and approved. */
export function viewerWith(roles: Viewer['roles'], profile: Partial<Viewer['profile']> = {}): Viewer {
  return {
    accountId: '00000000-0000-4000-8000-000000000001',
    sessionId: '00000000-0000-4000-8000-000000000002',
    email: 'somebody@people.test',
    roles,
    memberships: new Map(),
    consents: new Map(),
    masqueraderId: undefined,
    profile: {
      name: 'Somebody',
      firstName: null,
      lastName: null,
      emailVerified: NOW,
      approvedAt: NOW,
      activeOrganization: null,
      ...profile,
    },
  };
}

export const RECRUITER = viewerWith(['recruiter']);

export const ALL_RESUME_FACETS = RESUME_FACETS.map(({ field }) => ({
  field,
  limit: FACET_LIMIT,
  operator: 'or',
  min_count: 1,
  missing: false,
}));

interface Answer {
  result_count: number;
  documents(): Promise<{ title: string; distance: number | null; snippet: { text: string; marked: boolean }[] }[]>;
  facets(): Promise<{ name: string; values: { filter: string; label: string; count: number }[] }[]>;
}

/** Creates a database without resumes, and a resume index on it. */
export async function createTestResumes(): Promise<TestResumes> {
  const test = await createTestDatabase();
  const { database } = test;
  const terms = await seedTerms(database);
  const search = createSearch({ database, terms, clock: () => NOW, logger: silentLogger });
  const field = search.resolvers.Query!['searchAPISearch']! as unknown as {
    resolve(args: QuerySearchApiSearchArgs, context: RequestContext): Promise<Answer>;
  };
  let people = 0;

  const find: TestResumes['find'] = async (args = {}, viewer = RECRUITER) => {
    const context: RequestContext = {
      site: {
        name: SITE,
        languages: ['en', 'de', 'fr'],
        countries: ['CA', 'DE'],
        demo: 'canada',
        recruiterApproval: true,
      },
      locale: 'en-CA',
      language: 'en',
      now: NOW,
      requestId: undefined,
      viewer,
    };
    const answer = await field.resolve({ index_id: 'resumes', ...args }, context);
    const [documents, facets] = [await answer.documents(), await answer.facets()];
    const named = (say: (value: (typeof facets)[number]['values'][number]) => string) =>
      Object.fromEntries(
        facets.map(({ name, values }) => [RESUME_FACETS.find((facet) => facet.field === name)!.name, values.map(say)]),
      );
    return {
      total: answer.result_count,
      titles: documents.map(({ title }) => title),
      snippets: documents.map(({ snippet }) =>
        snippet.map(({ text, marked }) => (marked ? `[${text}]` : text)).join(''),
      ),
      distances: documents.map(({ distance }) => distance),
      facets: named(({ filter, count }) => `${filter}:${count}`),
      labels: named(({ label }) => label),
      text: JSON.stringify([documents, facets]),
    };
  };

  return {
    database,
    target: test.target,
    search,
    find,
    titles: async (keys) => (await find({ fulltext: { keys: [keys] } })).titles,
    add: (resumes, site = SITE) =>
      database.transaction().execute(async (trx) => {
        const owners = await trx
          .insertInto('account')
          .values(resumes.map(() => ({ email: `p${++people}@people.test`, name: 'A person', roles: ['applicant'] })))
          .returning('id')
          .execute();
        const toSave = resumes.map((resume, index) => ({
          accountId: owners[index]!.id,
          language: 'en',
          visible: true,
          changed: NOW,
          desiredOccupationTids: [],
          employmentTypeTids: [],
          availabilityPeriods: [],
          education: [],
          workExperience: [],
          languages: [],
          languagesFree: [],
          skillTids: [],
          skillsFree: [],
          ...resume,
        }));
        const ids = await saveResumes(trx, site, toSave, search.indexer);
        return toSave.map(({ accountId }) => ids.get(accountId)!);
      }),
    async close() {
      await search.close();
      await test.close();
    },
  };
}

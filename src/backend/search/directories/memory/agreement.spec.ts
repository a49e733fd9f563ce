import fc from 'fast-check';
import { sql, type Kysely } from 'kysely';
import { createTestDirectory } from '../../../../../test/support/search-index/organization-index.js';
import { createTestResumes, NOW } from '../../../../../test/support/search-index/resume-index.js';
import { silentLogger } from '../../../../../test/support/database.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { ChangeFeed } from '../../../platform/change-feed/change-feed.js';
import type { ConnectionTarget } from '../../../platform/database/pool.js';
import type { Database } from '../../../platform/database/schema.js';
import { Scopes } from '../../codes/codes.js';
import { ORGANIZATIONS_INDEX } from '../../organizations/organization-search.js';
import { RESUMES_INDEX } from '../../resumes/resume-indexer.js';
import type { SearchCondition, SearchQuery } from '../../port/search.port.js';
import { parseKeywords } from '../../port/keyword-grammar.js';
import { jobAnalysis } from '../../analysis/keyword-query.js';
import type { DirectoryIndex, DirectoryKind } from '../directory-index.js';
import { DirectorySearchEngine } from '../directory.search-engine.js';
import { DirectoryReplica } from '../create-directory.js';
import { MemoryDirectoryEngine } from './memory.directory-engine.js';

type Query = SearchQuery<DirectoryKind>;
type Condition = SearchCondition<DirectoryKind>;

const WORDS = ['zorb', 'quil', 'vamp', 'trok'];
const SITE = 'test-site';
const PLACES = [
  { countryCode: 'CA', administrativeArea: 'ON', lat: 43.65, lon: -79.38 },
  { countryCode: 'CA', administrativeArea: 'Québec', lat: 45.5, lon: -73.57 },
  { countryCode: 'CA', administrativeArea: 'ON', lat: 43.5, lon: -82.4 },
  { countryCode: 'DE', administrativeArea: 'Nordrhein-Westfalen', lat: 50.93, lon: 6.95 },
  { countryCode: 'FJ', administrativeArea: 'Northern', lat: -16.8, lon: 179.99 },
];
const VALUES: Record<string, number[]> = {
  occupation: [301, 302, 303, 304],
  industry: [201, 202, 203],
  field_of_study: [801, 802, 803],
  career_status: [901, 902, 903],
  language: [1001, 1002, 1003],
  skill: [1101, 1102, 1103, 1104, 1105, 1106],
  employment_type: [101, 102],
  region: [1, 2],
};

/** Compares both engines over the same directory. */
class Contest {
  private constructor(
    readonly feed: ChangeFeed,
    readonly replica: DirectoryReplica,
    readonly memory: MemoryDirectoryEngine,
    readonly postgres: DirectorySearchEngine,
  ) {}

  static async open(
    database: Kysely<Database>,
    target: ConnectionTarget,
    index: DirectoryIndex,
    maxBytes = 50_000_000,
  ): Promise<Contest> {
    const feed = await ChangeFeed.open(target, silentLogger);
    const replica = new DirectoryReplica(database, feed, index, maxBytes, silentLogger);
    const parts = { index, database, analysis: jobAnalysis([]), scopes: new Scopes(database) };
    const memory = new MemoryDirectoryEngine({ ...parts, columns: () => replica.current() });
    return new Contest(feed, replica, memory, new DirectorySearchEngine(database, parts.analysis, parts.scopes, index));
  }

  /** Expects the in-memory engine to return the same answer as the database. */
  async expectAgreement(query: Query): Promise<void> {
    expect(this.memory.canAnswer(query)).toBe(true);
    expect(await this.memory.search(query)).toEqual(await this.postgres.search(query));
  }

  async untilInMemory(): Promise<void> {
    await waitFor('the directory in memory', async () => {
      await this.feed.sync();
      return this.replica.current() !== undefined;
    });
  }

  async close(): Promise<void> {
    await this.replica.close();
    await this.feed.close();
  }
}

function queriesOf(index: DirectoryIndex): fc.Arbitrary<Query> {
  const valueOf = (facet: string): fc.Arbitrary<Condition> =>
    fc
      .constantFrom<(number | null)[]>(...[...VALUES[facet]!, 999, null].map((value) => [value]))
      .map(([value]) => ({ kind: 'facet', facet, value: value! }));
  const facets = index.facets.map(({ name }) => name);
  const selections = facets.map((facet) =>
    fc
      .tuple(fc.constantFrom('or', 'or', 'and'), fc.array(valueOf(facet), { minLength: 1, maxLength: 3 }))
      .map(([kind, parts]) => ({ facet, where: (parts.length === 1 ? parts[0] : { kind, parts }) as Condition })),
  );
  const featured = fc.boolean().map((is): Condition => ({ kind: 'featured', is }));
  const conditions = fc.oneof(featured, ...facets.map(valueOf));
  return fc.record({
    site: fc.constant(SITE),
    languages: fc.constantFrom<string[]>([], ['en'], ['fr'], ['en', 'fr']),
    keywords: rarely(
      fc
        .subarray([...WORDS, `"${WORDS[0]} ${WORDS[1]}"`, `-${WORDS[2]}`, 'soc*'], { minLength: 1, maxLength: 2 })
        .map((words) => ({ boxes: [parseKeywords(words.join(' '))], any: false, fields: ['everything'] as const })),
    ),
    where: rarely(fc.oneof(conditions, fc.array(conditions, { minLength: 2, maxLength: 3 }).map(orOf))).map(
      (part): Condition => ({ kind: 'and', parts: part ? [part] : [] }),
    ),
    selections: fc
      .shuffledSubarray(selections, { maxLength: 3 })
      .chain((some) => fc.tuple(...some) as fc.Arbitrary<Query['selections']>),
    area: rarely(
      fc.oneof(
        fc.constantFrom(...PLACES).map(({ lat, lon }) => ({ kind: 'radius' as const, lat, lon, km: 120 })),
        fc.constant({ kind: 'radius' as const, lat: -16.8, lon: -179.9, km: 50 }),
        fc
          .constantFrom([], ['ON'], ['QUÉBEC', 'Ontario'])
          .map((areas) => ({ kind: 'region' as const, country: 'ca', areas })),
      ),
    ),
    sort: fc.record({
      by: fc.constantFrom('relevance' as const, index.newestField ? ('newest' as const) : ('name' as const)),
      descending: fc.boolean(),
      featuredFirst: fc.boolean(),
    }),
    offset: fc.constantFrom(0, 0, 7, 60),
    limit: fc.constantFrom(7, 0, 40),
    facets: fc.constantFrom(
      facets.map((facet) => ({ facet, limit: 50, minCount: 1, missing: true })),
      facets.slice(0, 2).map((facet) => ({ facet, limit: 2, minCount: 3, missing: false })),
      [],
    ),
  });
}

/** Yields undefined three times out of four, because searches without other conditions use another code path. */
function rarely<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: value, weight: 1 });
}

function orOf(parts: Condition[]): Condition {
  return { kind: 'or', parts };
}

/** Returns a random number generator that yields the same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe('[SEARCH-07] [SEARCH-08] the directory in memory', () => {
  const cases = [
    { index: ORGANIZATIONS_INDEX, open: openOrganizations },
    { index: RESUMES_INDEX, open: openResumes },
  ];

  it.each(cases)('agrees with the database after any changes: $index.id', async ({ index, open }) => {
    const { database, target, add, close } = await open();
    const contest = await Contest.open(database, target, index);
    const next = random(5);
    let number = 0;
    try {
      await add(120, () => number++, next);
      await contest.untilInMemory();
      const queries = fc.sample(queriesOf(index), { numRuns: 240, seed: 3 });
      const table = sql.table(index.table);
      while (queries.length > 0) {
        for (const query of queries.splice(0, 12)) await contest.expectAgreement(query);
        await add(10, () => number++, next);
        await sql`update ${table} set featured = not featured, at = at + interval '1 day', facets = facets[2:]
          where cardinality(facets) > 2 and id % 7 = ${number % 7}`.execute(database);
        await sql`delete from ${table} where id % 11 = ${number % 11} and id % 3 = 0`.execute(database);
        await contest.feed.sync();
        expect(contest.replica.current()).toBeDefined();
      }
    } finally {
      await contest.close();
      await close();
    }
  });

  it('is rebuilt when most of its documents are deleted, and still agrees', async () => {
    const { database, target, add, close } = await openResumes();
    const contest = await Contest.open(database, target, RESUMES_INDEX);
    try {
      let number = 0;
      await add(300, () => number++, random(8));
      await contest.untilInMemory();
      const first = contest.replica.current();
      for (let round = 0; round < 5; round++) {
        await sql`update directory_resume set at = at + interval '1 hour'`.execute(database);
        await contest.feed.sync();
      }
      const columns = contest.replica.current()!;
      expect(columns).not.toBe(first);
      expect(columns.living).toBe(300);
      expect(columns.size).toBeLessThanOrEqual(1300);
      for (const query of fc.sample(queriesOf(RESUMES_INDEX), { numRuns: 20, seed: 4 }))
        await contest.expectAgreement(query);
    } finally {
      await contest.close();
      await close();
    }
  });

  it('is discarded if it exceeds its memory limit, and the database answers', async () => {
    const { database, target, add, close } = await openResumes();
    await add(50, () => 0, random(2));
    const contest = await Contest.open(database, target, RESUMES_INDEX, 1000);
    try {
      const [query] = fc.sample(queriesOf(RESUMES_INDEX), { numRuns: 1, seed: 4 });
      await contest.feed.sync();
      expect(contest.memory.canAnswer(query!)).toBe(false);
    } finally {
      await contest.close();
      await close();
    }
  });

  it('leaves titles to the database, and names unless they determine the order', async () => {
    const { database, target, close } = await openResumes();
    const contest = await Contest.open(database, target, RESUMES_INDEX);
    try {
      await contest.untilInMemory();
      const [query] = fc.sample(queriesOf(RESUMES_INDEX), { numRuns: 1, seed: 4 }) as [Query];
      const title: Condition = { kind: 'and', parts: [{ kind: 'title', pattern: 'a%' }] };
      expect(contest.memory.canAnswer({ ...query, where: title })).toBe(false);
      expect(contest.memory.canAnswer({ ...query, selections: [{ facet: 'skill', where: title }] })).toBe(false);
      expect(contest.memory.canAnswer({ ...query, sort: { ...query.sort, by: 'name' } })).toBe(false);
    } finally {
      await contest.close();
      await close();
    }
  });
});

interface Opened {
  database: Kysely<Database>;
  target: ConnectionTarget;
  /** Adds more entries. */
  add: (count: number, number: () => number, next: () => number) => Promise<unknown>;
  close: () => Promise<void>;
}

const pickFrom =
  (next: () => number) =>
  <T>(values: readonly T[]): T =>
    values[Math.floor(next() * values.length)]!;

async function openOrganizations(): Promise<Opened> {
  const directory = await createTestDirectory();
  return {
    ...directory,
    add: (count, number, next) => {
      const pick = pickFrom(next);
      const made = Array.from({ length: count }, () => ({
        name: pick(['Society', 'Émile', 'Zorb quil', '𝒜 house', '｡ house', 'zorb']) + ` ${number()}`,
        mission: `${pick(WORDS)} ${pick(WORDS)}`,
        industryTid: next() < 0.2 ? undefined : pick(VALUES['industry']!),
        occupationTids: [...new Set([pick(VALUES['occupation']!), pick(VALUES['occupation']!)])],
        fieldOfStudyTids: next() < 0.5 ? [] : [pick(VALUES['field_of_study']!)],
        language: next() < 0.3 ? 'fr' : 'en',
        featured: next() < 0.1,
        address: next() < 0.8 ? pick(PLACES) : undefined,
      }));
      return directory.add(made, next() < 0.8 ? SITE : 'elsewhere');
    },
  };
}

async function openResumes(): Promise<Opened> {
  const resumes = await createTestResumes();
  return {
    ...resumes,
    add: (count, number, next) => {
      const pick = pickFrom(next);
      const made = Array.from({ length: count }, () => ({
        title: `${pick(['Person', 'zorb', 'quil zorb'])} ${number()}`,
        about: `${pick(WORDS)} ${pick(WORDS)}`,
        language: next() < 0.3 ? 'fr' : 'en',
        careerStatusTid: next() < 0.2 ? undefined : pick(VALUES['career_status']!),
        languages: next() < 0.3 ? [] : [{ tid: pick(VALUES['language']!) }],
        skillTids: VALUES['skill']!.filter(() => next() < 0.4),
        desiredOccupationTids: next() < 0.3 ? [] : [pick(VALUES['occupation']!)],
        employmentTypeTids: VALUES['employment_type']!.filter(() => next() < 0.4),
        education:
          next() < 0.5 ? [] : [{ id: '1', institution: 'A school', fieldTid: pick(VALUES['field_of_study']!) }],
        desiredLocation: next() < 0.8 ? pick(PLACES) : undefined,
        visible: next() < 2,
        changed: new Date(NOW.getTime() - Math.floor(next() * 40) * 60_000),
      }));
      return resumes.add(made, next() < 0.8 ? SITE : 'elsewhere');
    },
  };
}

import {
  addFeed,
  listFeeds,
  recordRun,
  removeFeed,
  takeFeed,
} from '../../../src/backend/exchange/job-feed-import/feed-store.js';
import {
  type FeedEnvironment,
  runFeed,
  type RunChoices,
} from '../../../src/backend/exchange/job-feed-import/run-feed.js';
import { seedTerms } from '../../../src/backend/reference/prepare-database.js';
import { recordingIndexer } from '../data/jobs.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { StubServer } from '../servers/stub-server.js';

/** Time at which each test begins. */
export const START = new Date('2026-11-21T08:00:00Z');
const MINUTE_MS = 60_000;
export const TEXT = 'Cook for two hundred people a day, with a team of volunteers.';

export function later(minutes: number): Date {
  return new Date(START.getTime() + minutes * MINUTE_MS);
}

/** @returns a feed with a job for each key */
export function rows(keys: readonly (string | number)[]): string {
  const jobs = keys.map((key) => `${key},Cook ${key},"${TEXT}",jobs@soup.example`);
  return ['job_id,title,description,email', ...jobs].join('\n');
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_value, index) => index + 1);
}

/** A database for feeds, and a server from which they are fetched. Feeds are removed before each test. */
export function feedWorld() {
  let test: TestDatabase;
  let server: StubServer;
  let environment: FeedEnvironment;
  const indexer = recordingIndexer();
  const world = {
    now: START,
    /** What the server answers. */
    body: '',
    status: 200,
    indexer,
    get database() {
      return test.database;
    },
    get server() {
      return server;
    },
    get environment() {
      return environment;
    },
    async add(changes: { url?: string; every?: number; site?: string; organization?: string } = {}): Promise<number> {
      const { url = `${server.origin}/jobs.csv`, every = 360, site = 'uk', organization = 'Soup Kitchen' } = changes;
      const choices = { format: null, every_minutes: every, allow_incomplete: false };
      const added = await addFeed(test.database, { site, organization, url, ...choices, now: world.now });
      if ('other' in added) throw new Error(`Feed ${added.other} reads this address already.`);
      return added.id;
    },
    /** Runs a feed now, and returns its state afterwards. */
    async run(id: number, choices: RunChoices = {}) {
      const feed = await takeFeed(test.database, id, world.now);
      if (typeof feed === 'string') throw new Error(feed);
      await recordRun(test.database, feed, await runFeed(feed, environment, choices), world.now);
      return (await listFeeds(test.database)).find((each) => each.id === id)!;
    },
    async dueAt(id: number): Promise<Date> {
      return (await listFeeds(test.database)).find((each) => each.id === id)!.due_at;
    },
    /** @returns the keys of the jobs of a feed that are published */
    async open(id: number): Promise<number[]> {
      const found = await test.database
        .selectFrom('job')
        .select('reference')
        .where('source', '=', `feed-${id}`)
        .where('state', '=', 'published')
        .execute();
      return found.map(({ reference }) => Number(reference)).sort((a, b) => a - b);
    },
  };

  beforeAll(async () => {
    test = await createTestDatabase();
    server = await StubServer.start();
    server.answer = (_request, response) =>
      void response.writeHead(world.status, { 'content-type': 'text/csv' }).end(world.body);
    environment = {
      database: test.database,
      terms: await seedTerms(test.database),
      indexer,
      clock: () => world.now,
      places: { find: () => Promise.resolve({}) },
      sites: [{ name: 'uk', languages: ['en'], countries: ['GB'] }],
      fetching: { networks: ['127.0.0.1'] },
    };
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });
  beforeEach(async () => {
    for (const { id } of await listFeeds(test.database)) await removeFeed(test.database, id);
    Object.assign(world, { now: START, status: 200 });
  });
  return world;
}

import { SEARCH_FEATURES } from '#contract/search/search-features.js';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import {
  createTestIndex,
  SITE,
  type TestIndex,
  type TestJob,
} from '../../../../test/support/search-index/job-index.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { BackendLogger } from '#contract/backend/backend.js';
import { JOB_FACETS } from '#contract/search/job-search.js';
import { ChangeFeed, pruneChanges } from '../../platform/change-feed/change-feed.js';
import { createSearchCodes } from '../codes/search-codes.js';
import { Scopes } from '../codes/codes.js';
import { PostgresSimilarWords } from '../suggest/similar-words.js';
import { PostgresSearchEngine } from './postgres/postgres.search-engine.js';
import { InMemorySearch } from './in-memory-search.js';
import type { SearchQuery } from '../port/search.port.js';
import { SwitchingSearchEngine } from './switching.search-engine.js';
import { parseKeywords } from '../port/keyword-grammar.js';
import { jobAnalysis } from '../analysis/keyword-query.js';

const LOADED = 'The search index is in memory';
const IGNORED = 'The search index snapshot is not used: loading the index from the database';
const TITLES = ['Night nurse', 'Cook', 'Nursing manager', 'Driver', 'Social worker'];

/** The in-memory search of one process, and its log entries. */
class Process {
  readonly logged: { message: string; details: Record<string, unknown> }[] = [];
  readonly memory: InMemorySearch;
  readonly engine: SwitchingSearchEngine;
  readonly postgres: PostgresSearchEngine;

  private constructor(
    readonly feed: ChangeFeed,
    logger: BackendLogger,
    logged: Process['logged'],
    folder: string,
    maxBytes: number,
  ) {
    this.logged = logged;
    const { database, target } = index;
    const codes = createSearchCodes(database);
    const analysis = jobAnalysis(SEARCH_FEATURES);
    this.memory = new InMemorySearch({ database, target, analysis, codes, feed, folder, maxBytes, logger });
    this.postgres = new PostgresSearchEngine(database, analysis, new Scopes(database));
    this.engine = new SwitchingSearchEngine('jobs', () => this.memory.engine(), this.postgres, logger);
    feed.subscribe((changes) => {
      if (changes.some(({ kind }) => kind === 'scopes')) codes.scopes.expire();
    });
  }

  static async start(folder: string, maxBytes = 100_000_000): Promise<Process> {
    const logged: Process['logged'] = [];
    const log = (details: Record<string, unknown>, message: string) => logged.push({ message, details });
    const logger: BackendLogger = { info: log, warn: log, error: log };
    const process = new Process(await ChangeFeed.open(index.target, logger), logger, logged, folder, maxBytes);
    processes.push(process);
    return process;
  }

  details(message: string): Record<string, unknown>[] {
    return this.logged.filter((line) => line.message === message).map(({ details }) => details);
  }

  async untilInMemory(): Promise<void> {
    await waitFor('the index in memory', () => this.memory.engine() !== undefined);
  }

  async titles(keys?: string): Promise<string[]> {
    const { ids } = await this.engine.search(query(keys));
    const { rows } = await sql<{ title: string }>`
      select title from job where id = any(${ids}::bigint[]) order by title`.execute(index.database);
    return rows.map(({ title }) => title);
  }

  /** Expects the in-memory search to return the same results as the database. */
  async expectRight(): Promise<void> {
    await this.feed.sync();
    const engine = this.memory.engine();
    if (!engine) throw new Error('Nothing in memory');
    for (const keys of [undefined, 'nurse', 'nurs*', '"night nurse"', '-manager'])
      expect(await engine.search(query(keys))).toEqual(await this.postgres.search(query(keys)));
  }

  async stop(): Promise<void> {
    await this.memory.close();
    await this.feed.close();
  }
}

function query(keys?: string): SearchQuery {
  const keywords = keys === undefined ? undefined : parseKeywords(keys);
  return {
    site: SITE,
    languages: [],
    keywords: keywords && { boxes: [keywords], any: false, fields: ['everything'] },
    where: { kind: 'and', parts: [] },
    selections: [],
    area: undefined,
    sort: 'newest',
    offset: 0,
    limit: 10,
    facets: JOB_FACETS.map(({ name }) => ({ facet: name, limit: 10, minCount: 1, missing: true })),
  };
}

let index: TestIndex;
let folder: string;
let processes: Process[] = [];

beforeEach(async () => {
  index = await createTestIndex();
  folder = join(await mkdtemp(join(tmpdir(), 'causeboard-index-')), 'search-index');
  await index.add(TITLES.map((title): TestJob => ({ title })));
}, 60_000);
afterEach(async () => {
  for (const process of processes) await process.stop();
  processes = [];
  await index.close();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

const snapshot = (): string => join(folder, 'snapshot');

async function setState(id: string | undefined, state: string): Promise<void> {
  await index.database.transaction().execute(async (trx) => {
    await sql`update job set state = ${state} where id = ${id}`.execute(trx);
    await index.search.indexer.index(trx, [id!]);
  });
}

/** Waits until the snapshot written after loading is complete. */
async function saved(): Promise<void> {
  await waitFor('the snapshot', () => readFile(snapshot()).then(Boolean, () => false));
}

describe('InMemorySearch', () => {
  it('returns the same results as the database, and logs when it is loaded', async () => {
    const process = await Process.start(folder);
    await process.untilInMemory();
    await process.expectRight();
    expect(process.details(LOADED)).toEqual([expect.objectContaining({ documents: 5, from: 'database' })]);
  });

  it('is up to date after a sync, whichever of two processes made a change', async () => {
    const [one, other] = [await Process.start(folder), await Process.start(folder)];
    await Promise.all([one.untilInMemory(), other.untilInMemory()]);
    const [id] = await index.add([{ title: 'Night nurse in Leeds' }, { title: 'Aide-soignant', language: 'fr' }]);
    for (const process of [one, other]) {
      await process.expectRight();
      expect(await process.titles('leeds')).toEqual(['Night nurse in Leeds']);
      expect(await process.titles('soignant')).toEqual(['Aide-soignant']);
    }
    await setState(id, 'archived');
    for (const process of [one, other]) {
      await process.expectRight();
      expect(await process.titles('leeds')).toEqual([]);
    }
    await setState(id, 'published');
    await index.database.transaction().execute(async (trx) => {
      await sql`update job set title = 'Day nurse in York' where id = ${id}`.execute(trx);
      await index.search.indexer.index(trx, [id!]);
    });
    for (const process of [one, other]) {
      await process.expectRight();
      expect([await process.titles('leeds'), await process.titles('york')]).toEqual([[], ['Day nurse in York']]);
    }
  });

  it('is up to date within a second without an explicit sync', async () => {
    const process = await Process.start(folder);
    await process.untilInMemory();
    await index.add([{ title: 'Beekeeper' }]);
    await waitFor('the job', async () => (await process.titles('beekeeper')).length === 1, 1000);
  });

  it('reloads the index if there are too many changes to apply', async () => {
    const process = await Process.start(folder);
    await process.untilInMemory();
    await sql`
      insert into data_change (kind, site, ids) select 'index', ${SITE}, array_agg(n) from generate_series(1, 5000) as n
    `.execute(index.database);
    await index.add([{ title: 'Beekeeper' }]);
    await process.feed.sync();
    await process.untilInMemory();
    await process.expectRight();
  });

  it('is reloaded when the index is rebuilt', async () => {
    const process = await Process.start(folder);
    await process.untilInMemory();
    await sql`update job set title = 'Renamed' where title = 'Cook'`.execute(index.database);
    await index.search.rebuild();
    await process.feed.sync();
    await process.untilInMemory();
    await process.expectRight();
    expect(await process.titles('renamed')).toEqual(['Renamed']);
  });

  it('is restored from its snapshot, and catches up', async () => {
    const first = await Process.start(folder);
    await first.untilInMemory();
    const [gone] = await index.add([{ title: 'Gone' }]);
    await first.feed.sync();
    await first.stop();
    expect(await readdir(folder)).toEqual(['snapshot']);
    await index.add([{ title: 'Beekeeper' }]);
    await setState(gone, 'archived');
    const second = await Process.start(folder);
    await second.untilInMemory();
    expect(second.details(LOADED)).toEqual([expect.objectContaining({ from: 'snapshot' })]);
    await second.expectRight();
    expect([await second.titles('beekeeper'), await second.titles('gone')]).toEqual([['Beekeeper'], []]);
  });

  it.each<[string, (bytes: Buffer) => Promise<void>]>([
    ['cut off', (bytes) => truncate(snapshot(), bytes.length - 100)],
    ['cut off in its beginning', () => truncate(snapshot(), 10)],
    ['empty', () => truncate(snapshot(), 0)],
    ['damaged', (bytes) => writeFile(snapshot(), changedAt(bytes, bytes.length - 50))],
    ['damaged in the arrays of a segment', (bytes) => writeFile(snapshot(), changedAt(bytes, 600))],
    ['damaged in its beginning', (bytes) => writeFile(snapshot(), changedAt(bytes, 30))],
    ['no snapshot', () => writeFile(snapshot(), '<html>')],
  ])('is reloaded if its snapshot is %s', async (_what, spoil) => {
    const first = await Process.start(folder);
    await first.untilInMemory();
    await saved();
    await first.stop();
    await spoil(await readFile(snapshot()));
    const second = await Process.start(folder);
    await second.untilInMemory();
    expect(second.details(LOADED)).toEqual([expect.objectContaining({ from: 'database' })]);
    expect(second.details(IGNORED)).toHaveLength(1);
    await second.expectRight();
  });

  it('saves no position without its changes, if something changes while it is closed', async () => {
    // Looking at these files makes saving slow, so that a save is running when the index is closed.
    await mkdir(folder, { recursive: true });
    await Promise.all(Array.from({ length: 10_000 }, (_none, at) => writeFile(join(folder, `snapshot.${at}.new`), '')));
    const first = await Process.start(folder);
    await first.untilInMemory();
    await index.add([{ title: 'Gardener' }]);
    await first.feed.sync();
    const closing = first.memory.close();
    await index.add([{ title: 'Beekeeper' }]);
    await first.feed.sync();
    await closing;
    const second = await Process.start(folder);
    await second.untilInMemory();
    expect(second.details(LOADED)).toEqual([expect.objectContaining({ from: 'snapshot' })]);
    await second.expectRight();
    expect([await second.titles('gardener'), await second.titles('beekeeper')]).toEqual([['Gardener'], ['Beekeeper']]);
  });

  it('is reloaded if its snapshot belongs to another database', async () => {
    const first = await Process.start(folder);
    await first.untilInMemory();
    await first.stop();
    const before = index;
    index = await createTestIndex();
    await index.add([{ title: 'Elsewhere' }]);
    const second = await Process.start(folder);
    await second.untilInMemory();
    expect(second.details(IGNORED)).toEqual([{ reason: 'it is of another database' }]);
    await second.expectRight();
    await before.close();
  });

  it('is reloaded if the change log no longer reaches back to its snapshot', async () => {
    const first = await Process.start(folder);
    await first.untilInMemory();
    await first.stop();
    await index.add([{ title: 'Beekeeper' }]);
    // Changes are kept until all transactions of the server, in whatever database, that may not have seen them have ended.
    const isPruned = async (): Promise<boolean> => {
      await pruneChanges(index.database, 24, 0);
      const { rows } = await sql`select from data_change limit 1`.execute(index.database);
      return rows.length === 0;
    };
    await waitFor('the log to be pruned', isPruned, 20_000);
    const second = await Process.start(folder);
    await second.untilInMemory();
    expect(second.details(IGNORED)).toHaveLength(1);
    await second.expectRight();
  });

  it('keeps the last complete snapshot if a process is killed while it saves', async () => {
    const first = await Process.start(folder);
    await first.untilInMemory();
    await first.stop();
    await writeFile(join(folder, 'snapshot.1-1.new'), 'half of');
    const second = await Process.start(folder);
    await second.untilInMemory();
    expect(second.details(LOADED)).toEqual([expect.objectContaining({ from: 'snapshot' })]);
  });

  it('works without snapshots if it cannot write', async () => {
    await writeFile(folder, 'a file where the folder should be');
    const process = await Process.start(folder);
    await process.untilInMemory();
    await waitFor('a line in the log', () => process.details('The search index could not be saved').length > 0);
    await process.expectRight();
  });

  it('falls back to the database if the index would be too large, and logs this once', async () => {
    const process = await Process.start(folder, 1000);
    const line = 'The search index exceeds its memory limit: PostgreSQL answers all searches';
    await waitFor('a line in the log', () => process.details(line).length > 0);
    await index.add([{ title: 'Beekeeper' }]);
    await process.feed.sync();
    expect(process.memory.engine()).toBeUndefined();
    expect(await process.titles('beekeeper')).toEqual(['Beekeeper']);
    expect(process.details(line)).toHaveLength(1);
    expect(process.details(LOADED)).toEqual([]);
  });

  it('falls back to the database when the index has grown too large', async () => {
    const process = await Process.start(folder);
    await process.untilInMemory();
    const most = process.memory.bytes;
    const small = await Process.start(folder, most / 0.9 + 100);
    await small.untilInMemory();
    await index.add(TITLES.map((title) => ({ title, description: `<p>${title} with many words more</p>` })));
    await Promise.all([small.feed.sync(), process.feed.sync()]);
    expect(small.memory.engine()).toBeUndefined();
    expect(await small.engine.search(query('nurse'))).toEqual(await process.engine.search(query('nurse')));
  });

  it('is not used while changes cannot be read, and is up to date when they can be read again', async () => {
    const process = await Process.start(folder);
    await process.untilInMemory();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(index.database);
    const admin = new pg.Client({ ...index.target, database: 'postgres' });
    await admin.connect();
    // The pool opens all of its connections, because it cannot open any when a change is made later.
    await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.1)`.execute(index.database)));
    await admin.query(`alter database "${rows[0]!.name}" allow_connections false`);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'causeboard-changes'`,
      [rows[0]!.name],
    );
    await index.add([{ title: 'Beekeeper' }]);
    await waitFor('nothing from memory', () => process.memory.engine() === undefined, 2000);
    expect(await process.titles('beekeeper')).toEqual(['Beekeeper']);
    await admin.query(`alter database "${rows[0]!.name}" allow_connections true`);
    await admin.end();
    await process.untilInMemory();
    await process.expectRight();
    expect(await process.titles('beekeeper')).toEqual(['Beekeeper']);
  });

  it('finds the same similar words as the database, as soon as they are counted', async () => {
    const process = await Process.start(folder);
    await process.untilInMemory();
    await index.add([{ title: 'Beekeeper' }]);
    await index.search.settle();
    await process.feed.sync();
    const { rows } = await sql<{ id: number }>`select id from search_scope`.execute(index.database);
    const scopes = rows.map(({ id }) => id);
    const words = ['beekeper', 'nusre', 'cok'];
    const found = await process.memory.similarWords.find(words, scopes);
    expect(found.map(({ word }) => word)).toContain('beekeeper');
    const byTyped = (a: { typed: string }, b: { typed: string }) => words.indexOf(a.typed) - words.indexOf(b.typed);
    const expected = await new PostgresSimilarWords(index.database).find(words, scopes);
    expect(found).toEqual(expected.sort(byTyped));
  });
});

function changedAt(bytes: Buffer, at: number): Buffer {
  bytes[at]! ^= 0xff;
  return bytes;
}

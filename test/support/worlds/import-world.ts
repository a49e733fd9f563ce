import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  importFile,
  type ImportEnvironment,
  type ImportOptions,
} from '../../../src/backend/exchange/import/import-file.js';
import type { ImportReport } from '../../../src/backend/exchange/import/import-report.js';
import { GazetteerPlaceFinder } from '../../../src/backend/reference/places/gazetteer.place-finder.js';
import { seedTerms } from '../../../src/backend/reference/prepare-database.js';
import type { TermCatalog } from '../../../src/backend/reference/taxonomy/term-catalog.js';
import { createSearch, type Search } from '../../../src/backend/search/create-search.js';
import { recordingIndexer } from '../data/jobs.js';
import { createTestDatabase, silentLogger, type TestDatabase } from '../database.js';

/** Time of imports, unless a test sets another one. */
export const NOW = new Date('2026-11-21T12:00:00Z');
export const HEADING = 'job_id,title,location,description,telecommuting,salary_range,company';
export const TEXT = 'You will look after the whole kitchen of our house.';

/** A database for imports of CSV files. Jobs and organizations are deleted before each test. */
export function importWorld() {
  let test: TestDatabase;
  let terms: TermCatalog;
  let search: Search;
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-import-'));

  beforeAll(async () => {
    test = await createTestDatabase();
    terms = await seedTerms(test.database);
    search = createSearch({ database: test.database, terms, clock: () => NOW, logger: silentLogger });
  });
  beforeEach(() => sql`truncate job, organization cascade`.execute(test.database));
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await search.close();
    await test.close();
  });

  function run(
    content: string | Buffer,
    options: Partial<ImportOptions> = {},
    environment: Partial<ImportEnvironment> = {},
  ) {
    const path = join(folder, 'jobs.csv');
    writeFileSync(path, content);
    const site = { name: 'default', languages: ['en', 'de', 'fr'], countries: ['GB', 'US', 'CA'] };
    const places = new GazetteerPlaceFinder(test.database, search.gazetteer);
    return importFile(
      { path, site, source: 'import', dryRun: false, allowIncomplete: true, ...options },
      { database: test.database, terms, indexer: recordingIndexer(), places, now: NOW, ...environment },
    );
  }

  /** @throws if the whole file is refused */
  async function report(...given: Parameters<typeof run>): Promise<ImportReport> {
    const result = await run(...given);
    if ('refused' in result) throw new Error(result.refused);
    return result.report;
  }

  async function jobs(): Promise<Record<string, unknown>[]> {
    const { rows } = await sql<Record<string, unknown>>`
      select job.*, organization.name as organization from job join organization on organization.id = job.organization_id order by job.id
    `.execute(test.database);
    return rows;
  }

  return {
    get database() {
      return test.database;
    },
    run,
    report,
    jobs,
  };
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { openCluster, type Cluster } from '../../src/backend/platform/embedded-postgres/cluster.js';
import { migrate } from '../../src/backend/platform/database/migrate.js';
import { provideGazetteer } from '../../src/backend/reference/places/gazetteer-rows.js';
import { openPool, type ConnectionTarget } from '../../src/backend/platform/database/pool.js';
import type { Database } from '../../src/backend/platform/database/schema.js';
import type { BackendLogger } from '#contract/backend/backend.js';
import { provideTemplate } from './database-template.mjs';

/** An empty database with the newest schema, used by one test file only. */
export interface TestDatabase {
  database: Kysely<Database>;
  target: ConnectionTarget;
  /** Connection string for the setting `databaseUrl`. */
  url: string;
  /** Drops the database. */
  close(): Promise<void>;
}

export const silentLogger: BackendLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };

// Without `npm test`, it is kept between runs, so that the database is created only once. Processes share its server, and the last one stops it.
const FOLDER = process.env['TEST_DATABASE_DIR'] ?? join(process.cwd(), 'node_modules', '.cache', 'causeboard-tests');
/** Several test files run at once and use the whole processor, so opening a connection can take long. */
const CONNECT_TIMEOUT_MS = 60_000;

let users = 0;
let cluster: Promise<Cluster> | undefined;

export async function createTestDatabase(): Promise<TestDatabase> {
  users += 1;
  cluster ??= openCluster(FOLDER, silentLogger);
  const { target } = await cluster;
  const admin = openPool(target, silentLogger, { max: 1, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const name = `test_${Math.floor(Date.now() / 1000)}_${randomBytes(4).toString('hex')}`;
  const template = await provideTemplate(admin, target, { openPool, migrate, provideGazetteer, logger: silentLogger });
  await sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`.execute(admin);
  const own = { ...target, database: name };
  const database = openPool(own, silentLogger, { max: 5, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  return {
    database,
    target: own,
    url: urlOf(own),
    async close() {
      await database.destroy();
      await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin);
      await admin.destroy();
      users -= 1;
      if (users > 0) return;
      const last = await cluster;
      cluster = undefined;
      await last?.close();
    },
  };
}

function urlOf(target: ConnectionTarget): string {
  const { user = '', password = '', host = '', port = 5432, database = '' } = target;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return host.startsWith('/')
    ? `postgresql://${login}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgresql://${login}@${host}:${port}/${database}`;
}

import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { openCluster, type Cluster } from '../../src/backend/platform/embedded-postgres/cluster.js';
import { migrate } from '../../src/backend/platform/database/migrate.js';
import { provideGazetteer } from '../../src/backend/reference/places/gazetteer-rows.js';
import { openPool, type ConnectionTarget } from '../../src/backend/platform/database/pool.js';
import type { Database } from '../../src/backend/platform/database/schema.js';
import type { BackendLogger } from '#contract/backend/backend.js';

/** An empty database of the newest schema, of this test alone. */
export interface TestDatabase {
  database: Kysely<Database>;
  target: ConnectionTarget;
  /** As a server's address, for `databaseUrl`. */
  url: string;
  /** Drops it. */
  close(): Promise<void>;
}

export const silentLogger: BackendLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };

// Kept between runs, so that the database is made once. Processes join its server, and the last one stops it.
const FOLDER = join(process.cwd(), 'node_modules', '.cache', 'causeboard-tests');
const MADE_OF = ['platform/database/migrations', 'reference/places', 'reference/places/names'].map((folder) =>
  join(process.cwd(), 'src/backend', folder),
);
const LOCK = 4_217_900;
const LEFT_BEHIND_AFTER_S = 1800;

let users = 0;
let cluster: Promise<Cluster> | undefined;

export async function createTestDatabase(): Promise<TestDatabase> {
  users += 1;
  cluster ??= openCluster(FOLDER, silentLogger);
  const { target } = await cluster;
  const admin = openPool(target, silentLogger, { max: 1 });
  const name = `test_${Math.floor(Date.now() / 1000)}_${randomBytes(4).toString('hex')}`;
  const template = await provideTemplate(admin, target);
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(admin);
  const own = { ...target, database: name };
  const database = openPool(own, silentLogger, { max: 5 });
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

async function provideTemplate(admin: Kysely<Database>, target: ConnectionTarget): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of MADE_OF) {
    for (const file of readdirSync(folder).sort()) {
      if (file.endsWith('.ts') && !file.endsWith('.spec.ts')) hash.update(readFileSync(join(folder, file)));
    }
  }
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  await admin.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
    try {
      const { rows } = await sql<{ datname: string }>`select datname from pg_database`.execute(connection);
      const names = rows.map((row) => row.datname);
      if (names.includes(name)) return;
      await doWithoutDurability(connection);
      for (const old of names.filter(isLeftBehind)) {
        await sql`drop database if exists ${sql.id(old)} with (force)`.execute(connection);
      }
      const making = `${name}_new`;
      await sql`create database ${sql.id(making)}`.execute(connection);
      const database = openPool({ ...target, database: making }, silentLogger, { max: 1 });
      await migrate(database);
      await provideGazetteer(database);
      await database.destroy();
      await sql`alter database ${sql.id(making)} rename to ${sql.id(name)}`.execute(connection);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });
  return name;
}

/** Tests kill processes, never the machine: nothing needs to wait for a disk. The server keeps the setting in its folder. */
async function doWithoutDurability(connection: Kysely<Database>): Promise<void> {
  await sql`alter system set fsync = off`.execute(connection);
  await sql`alter system set full_page_writes = off`.execute(connection);
  await sql`select pg_reload_conf()`.execute(connection);
}

function isLeftBehind(name: string): boolean {
  if (name.startsWith('template_')) return true;
  const made = /^test_(\d+)_/.exec(name)?.[1];
  return made !== undefined && Date.now() / 1000 - Number(made) > LEFT_BEHIND_AFTER_S;
}

function urlOf(target: ConnectionTarget): string {
  const { user = '', password = '', host = '', port = 5432, database = '' } = target;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return host.startsWith('/')
    ? `postgresql://${login}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgresql://${login}@${host}:${port}/${database}`;
}

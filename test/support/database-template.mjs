// The database from which test databases are copied: the newest schema, with the gazetteer. It is created once per state of the sources.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';

const MADE_OF = ['platform/database/migrations', 'reference/places'].map((folder) =>
  join(process.cwd(), 'src/backend', folder),
);
const LOCK = 4_217_900;
const LEFT_BEHIND_AFTER_S = 1800;

/**
 * Creates the template if it does not exist; other callers wait until it is complete.
 *
 * @param admin a connection pool to the database `postgres` of the cluster
 * The functions are those of the backend that create a database, either from its sources or from the build.
 * @returns the name of the template
 */
export async function provideTemplate(admin, target, { openPool, migrate, provideGazetteer, logger }) {
  const name = templateName();
  await admin.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
    try {
      const { rows } = await sql`select datname from pg_database`.execute(connection);
      const names = rows.map((row) => row.datname);
      if (names.includes(name)) return;
      await doWithoutDurability(connection);
      for (const old of names.filter(isLeftBehind)) {
        await sql`drop database if exists ${sql.id(old)} with (force)`.execute(connection);
      }
      const making = `${name}_new`;
      await sql`create database ${sql.id(making)}`.execute(connection);
      // Two connections: a migration that runs outside a transaction needs a connection of its own.
      const database = openPool({ ...target, database: making }, logger, { max: 2 });
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

function templateName() {
  const hash = createHash('sha256');
  for (const folder of MADE_OF) {
    for (const file of readdirSync(folder).sort()) {
      if (file.endsWith('.ts') && !file.endsWith('.spec.ts')) hash.update(readFileSync(join(folder, file)));
    }
  }
  return `template_${hash.digest('hex').slice(0, 16)}`;
}

/** Tests kill processes but never the machine, so no write needs to be flushed to disk. The server keeps this setting in its folder. */
async function doWithoutDurability(connection) {
  await sql`alter system set fsync = off`.execute(connection);
  await sql`alter system set full_page_writes = off`.execute(connection);
  await sql`select pg_reload_conf()`.execute(connection);
}

function isLeftBehind(name) {
  if (name.startsWith('template_')) return true;
  const made = /^test_(\d+)_/.exec(name)?.[1];
  return made !== undefined && Date.now() / 1000 - Number(made) > LEFT_BEHIND_AFTER_S;
}

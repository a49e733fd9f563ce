import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrations } from '../database/migrations/list.js';
import { isLockError, recordMigrations } from '../database/migrate.js';
import type { Database } from '../database/schema.js';
import { EMPTY_SNAPSHOT } from '../database/statement.js';
import type { ConnectionTarget } from '../embedded-postgres/cluster.js';
import {
  type ArchiveSource,
  tableParts,
  verifyArchive,
  type EncryptionKey,
  type ArchiveHeader,
  type ArchiveManifest,
  BackupError,
} from './archive.js';
import type { TableProgress } from './create-backup.js';
import { readSites, readTables, type Table, siteConditions } from './backup-tables.js';

/** Maximum time a restore waits for other connections to release the tables. */
const LOCK_TIMEOUT = '10s';
const MAX_ATTEMPTS = 3;
/** Transaction ids are meaningless in another database; a column with a snapshot of them gets one that sees no transaction. */
const SNAPSHOT = 'pg_snapshot';

export interface RestoreRequest {
  key: EncryptionKey;
  /** Whether existing data in the database may be replaced. */
  replace?: boolean;
  /** The only site to restore from a backup of several; omit for all sites. */
  site?: string;
  onTable?: (progress: TableProgress) => void;
}

/**
 * Restores a backup into a database. The archive is verified first, and everything is written in one transaction: either the restore is
 * complete, or nothing has changed.
 *
 * @returns the header and the manifest of the archive
 * @throws BackupError if the archive cannot be used, the database already contains data that may not be replaced, or a single site is
 *   restored over others
 */
export async function restoreBackup(
  target: ConnectionTarget,
  source: ArchiveSource,
  request: RestoreRequest,
): Promise<{ header: ArchiveHeader; manifest: ArchiveManifest }> {
  const archive = await verifyArchive(source, request.key);
  requireKnown(archive.header);
  const client = new pg.Client({ ...target, application_name: 'causeboard-restore' });
  // The statement in progress fails as well, and reports the error. Without a listener, the process would end here.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await beginInEmptyDatabase(client, request.replace ?? false, request.site ?? archive.header.site);
    await restoreInto(client, archive, source, request);
    await client.query('commit');
    return archive;
  } finally {
    await client.end();
  }
}

/** Begins the transaction and drops all tables. Tries again if a program that uses them is in the way. */
async function beginInEmptyDatabase(client: pg.Client, replace: boolean, site: string | null): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await makeRoom(client, replace, site);
      return;
    } catch (error) {
      if (!isLockError(error)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw new BackupError('The database is in use: stop the programs that use it, and restore again.');
      await client.query('rollback');
    }
  }
}

/** @throws BackupError if the backup was made by a later release */
export function requireKnown({ migrations: made, release }: Pick<ArchiveHeader, 'migrations' | 'release'>): void {
  const known = new Set(migrations.map(([name]) => name));
  const unknown = made.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new BackupError(
      `The backup was made by a later release (${release}): it has the migrations ${unknown.join(', ')}. Restore it with that release.`,
    );
  }
}

/**
 * Drops all tables of the database.
 *
 * @param site the only site to restore; null for all sites
 */
async function makeRoom(client: pg.Client, replace: boolean, site: string | null): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`);
  if (rows.length === 0) return;
  const isOurs = rows.some(({ name }) => name === 'migration');
  if (!isOurs) throw new BackupError('The database holds tables of another program. Choose an empty one.');
  if (await hasContent(client)) {
    if (!replace)
      throw new BackupError('The database holds data. Restore into an empty one, or replace it with --replace.');
    if (site !== null) await requireNoOtherSite(client, site);
  }
  await client.query('drop schema public cascade');
  await client.query('create schema public');
}

async function hasContent(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`
    select exists (select from account) or exists (select from organization) or exists (select from job) as found`);
  return rows[0]!.found;
}

async function requireNoOtherSite(client: pg.Client, site: string): Promise<void> {
  const others = (await readSites(client)).filter((name) => name !== site);
  if (others.length > 0)
    throw new BackupError(
      `The database also holds the sites ${others.join(', ')}, which restoring ${site} alone would delete. Restore into another database.`,
    );
}

async function restoreInto(
  client: pg.Client,
  { header, manifest }: { header: ArchiveHeader; manifest: ArchiveManifest },
  source: ArchiveSource,
  { key, site, onTable }: RestoreRequest,
): Promise<void> {
  const database = onConnection(client);
  const made = new Set(header.migrations);
  await recordMigrations(
    database,
    migrations.filter(([name]) => made.has(name)),
  );
  const tables = await readTables(client);
  requireSameTables(tables, header);
  await withoutChecks(client, tables, async () => {
    await client.query(`truncate ${tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')}`);
    await copyRows(client, { header, manifest }, tableParts(source, key, manifest), onTable);
    if (site !== undefined) await keepSite(client, tables, site, header.site);
    await emptySnapshots(client, tables);
    for (const { name, value, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        client.escapeIdentifier(name),
        value,
        isCalled,
      ]);
  });
  await recordMigrations(
    database,
    migrations.filter(([name]) => !made.has(name)),
  );
}

/** @throws BackupError if the backup's migrations do not create the tables that it contains */
function requireSameTables(tables: readonly Table[], header: ArchiveHeader): void {
  const known = new Map(tables.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]));
  for (const { name, columns } of header.tables) {
    const missing = columns.filter((column) => !known.get(name)?.has(column));
    if (missing.length > 0)
      throw new BackupError(`The table ${name} of this release lacks the columns ${missing.join(', ')}.`);
  }
}

/**
 * Runs `act` without triggers and foreign keys, which would check every row separately; adding the foreign keys again at the end checks
 * whole tables.
 */
async function withoutChecks(client: pg.Client, tables: readonly Table[], act: () => Promise<void>): Promise<void> {
  const alter = (table: string, change: string) =>
    client.query(`alter table ${client.escapeIdentifier(table)} ${change}`);
  for (const { name, references } of tables) {
    await alter(name, 'disable trigger user');
    for (const { constraint } of references)
      await alter(name, `drop constraint ${client.escapeIdentifier(constraint)}`);
  }
  await act();
  for (const { name, references } of tables) {
    await alter(name, 'enable trigger user');
    for (const { constraint, definition } of references)
      await alter(name, `add constraint ${client.escapeIdentifier(constraint)} ${definition}`);
  }
}

async function copyRows(
  client: pg.Client,
  { header, manifest }: { header: ArchiveHeader; manifest: ArchiveManifest },
  parts: AsyncIterable<{ table: string; data: Buffer }>,
  onTable: RestoreRequest['onTable'],
): Promise<void> {
  const remaining = [...header.tables];
  let open: { name: string; stream: Writable & { rowCount: number }; bytes: number } | undefined;
  let failure: Error | undefined;
  const close = async (): Promise<void> => {
    if (!open) return;
    const { name, stream, bytes } = open;
    open = undefined;
    if (failure) throw failure;
    stream.end();
    await once(stream, 'finish');
    const expected = manifest.rows[name];
    if (stream.rowCount !== expected) {
      throw new BackupError(`tables/${name} has ${stream.rowCount} rows, and the backup says ${expected}.`);
    }
    const position = header.tables.length - remaining.length;
    onTable?.({ table: name, rows: stream.rowCount, bytes, position, tables: header.tables.length });
  };
  for await (const { table, data } of parts) {
    if (open?.name !== table) {
      await close();
      while (remaining.length > 0 && remaining[0]!.name !== table) remaining.shift();
      const next = remaining.shift();
      if (!next) throw new BackupError(`tables/${table} does not follow the table order of the backup.`);
      const columns = next.columns.map((column) => client.escapeIdentifier(column)).join(', ');
      const stream = client.query(copyFrom(`copy ${client.escapeIdentifier(table)} (${columns}) from stdin`));
      // The connection may be lost while the next part of the archive is read, when nobody waits for the stream.
      stream.on('error', (error) => (failure ??= error));
      open = { name: table, stream, bytes: 0 };
    }
    if (failure) throw failure;
    open.bytes += data.length;
    if (!open.stream.write(data)) await once(open.stream, 'drain');
  }
  await close();
}

/** Deletes the rows of all other sites after restoring a backup of several sites. */
async function keepSite(client: pg.Client, tables: readonly Table[], site: string, only: string | null): Promise<void> {
  if (only !== null && only !== site) throw new BackupError(`The backup only contains the site ${only}.`);
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select from organization where site = $1) or exists (select from job where site = $1) as found',
    [site],
  );
  if (!rows[0]!.found) throw new BackupError(`The backup has nothing of a site ${site}.`);
  const conditions = siteConditions(tables);
  // The conditions look up referenced tables, so rows of referencing tables are deleted first, while the referenced tables are still
  // complete.
  for (const name of childrenFirst(tables)) {
    const condition = conditions.get(name)!.replaceAll('$1', () => client.escapeLiteral(site));
    await client.query(`delete from ${client.escapeIdentifier(name)} where (${condition}) is not true`);
  }
}

/** Otherwise alerts would take everything for seen until the new database has used as many transaction ids as the former one. */
async function emptySnapshots(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const { name: table, columns } of tables)
    for (const { name, type } of columns)
      if (type === SNAPSHOT)
        await client.query(
          `update ${client.escapeIdentifier(table)} set ${client.escapeIdentifier(name)} = '${EMPTY_SNAPSHOT}'`,
        );
}

/** @returns the names of the tables, each before the tables it references, except for circular references */
export function childrenFirst(tables: readonly Table[]): string[] {
  const ordered: string[] = [];
  const visited = new Set<string>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const visit = (table: Table): void => {
    if (visited.has(table.name)) return;
    visited.add(table.name);
    for (const { table: parent } of table.references) if (byName.has(parent)) visit(byName.get(parent)!);
    ordered.unshift(table.name);
  };
  for (const table of tables) visit(table);
  return ordered;
}

function onConnection(client: pg.Client): Kysely<Database> {
  const connection = Object.assign(client, { release: () => undefined });
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

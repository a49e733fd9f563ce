import type { Writable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ConnectionTarget } from '../embedded-postgres/cluster.js';
import { ArchiveWriter, type EncryptionKey, ARCHIVE_FORMAT, type ArchiveHeader, BackupError } from './archive.js';
import { holdObjects, inDatabase, requireStore, rowsInStore, type StoredObjects } from './stored-objects.js';
import { readSequences, readSites, readTables, type Table, siteConditions } from './backup-tables.js';

/** Options of a backup. */
export interface BackupRequest {
  /** Site to back up; omit for all sites. */
  site?: string;
  /** Omit for a backup without encryption. */
  key?: EncryptionKey;
  release: string;
  now: Date;
  /** Aborts the backup. */
  signal?: AbortSignal;
  /** Object storage that holds some of the files; omit if all files are in the database. */
  objects?: StoredObjects;
  /** Called after each table has been written. */
  onTable?: (progress: TableProgress) => void;
}

/** Table that has been backed up or restored. */
export interface TableProgress {
  table: string;
  rows: number;
  bytes: number;
  /** Position among the tables, starting at 1. */
  position: number;
  tables: number;
}

/**
 * Writes a consistent snapshot of all data in a database, while other connections continue to change it.
 *
 * @param output closed when the backup is complete
 * @returns number of rows
 * @throws BackupError if the database was not created by this program or has no such site; after an abort, its reason or a resulting error
 */
export async function createBackup(
  target: ConnectionTarget,
  output: Writable,
  request: BackupRequest,
): Promise<number> {
  const { objects, signal } = request;
  signal?.throwIfAborted();
  const open: pg.Client[] = [];
  const endAll = (): void => {
    for (const client of open) void client.end();
  };
  const connect = async (name: string): Promise<pg.Client> => {
    const client = new pg.Client({ ...target, application_name: name });
    // Without a listener, a lost connection would end the process before it removes the incomplete backup. The other connection is closed
    // as well: without the lock, objects that the snapshot refers to may be deleted.
    client.on('error', endAll);
    await client.connect();
    open.push(client);
    signal?.throwIfAborted();
    return client;
  };
  // Ends the backup whether it is waiting for the database or for the output.
  const stop = (): void => {
    output.destroy(signal?.reason as Error);
    endAll();
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const client = await connect('causeboard-backup');
    // The lock precedes the snapshot, so that the snapshot refers to no object that is already deleted.
    if (objects) await holdObjects(await connect('causeboard-backup-lock'), objects);
    await client.query('begin isolation level repeatable read read only');
    // Otherwise the scan of a large table may start in its middle, in step with another scan, which changes the order of the rows.
    await client.query('set local synchronize_seqscans = off');
    return await writeSnapshot(client, output, request);
  } finally {
    signal?.removeEventListener('abort', stop);
    for (const client of open) await client.end();
  }
}

async function writeSnapshot(client: pg.Client, output: Writable, request: BackupRequest): Promise<number> {
  const { site, key, release, now, objects, onTable } = request;
  const migrations = await readMigrations(client);
  const tables = await readTables(client);
  const conditions = site === undefined ? undefined : siteConditions(tables);
  if (site !== undefined) await requireSite(client, site);
  if (!objects) await requireStore(client, tables);
  const conditionOf = (name: string): string | undefined =>
    conditions?.get(name)?.replaceAll('$1', () => client.escapeLiteral(site!));
  const header: ArchiveHeader = {
    product: 'causeboard',
    format: ARCHIVE_FORMAT,
    release,
    takenAt: now.toISOString(),
    migrations,
    postgresMajor: await readMajor(client),
    site: site ?? null,
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  };
  const archive = await ArchiveWriter.open(header, output, key);
  try {
    let total = 0;
    for (const [at, table] of tables.entries()) {
      const stream = client.query(copyTo(copyStatement(client, table, conditionOf(table.name))));
      const stored = objects && rowsInStore(client, { table, tables }, objects, conditionOf);
      const { rows, bytes } = await archive.addTable(table.name, inTurn(stream as AsyncIterable<Buffer>, stored));
      total += rows;
      onTable?.({ table: table.name, rows, bytes, position: at + 1, tables: tables.length });
    }
    await archive.close({ sequences: await readSequences(client) });
    return total;
  } catch (error) {
    archive.abort(error as Error);
    throw error;
  }
}

function copyStatement(client: pg.Client, table: Table, wanted: string | undefined): string {
  const { columns, condition } = inDatabase(client, table);
  const conditions = [wanted, condition].filter((each) => each !== undefined).map((each) => `(${each})`);
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  return `copy (select ${columns.join(', ')} from ${client.escapeIdentifier(table.name)}${where}) to stdout`;
}

async function* inTurn(first: AsyncIterable<Buffer>, second: AsyncIterable<Buffer> = none()): AsyncGenerator<Buffer> {
  yield* first;
  yield* second;
}

async function* none(): AsyncGenerator<Buffer> {
  // Nothing follows.
}

async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('migration') is not null as exists`,
  );
  const { rows } = found[0]?.exists
    ? await client.query<{ name: string }>('select name from migration order by applied_at, name')
    : { rows: [] };
  if (rows.length === 0) throw new BackupError('The database is empty: there is nothing to back up.');
  return rows.map(({ name }) => name);
}

async function readMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  return Math.floor(Number(rows[0]!.server_version_num) / 10_000);
}

async function requireSite(client: pg.Client, site: string): Promise<void> {
  const known = await readSites(client);
  if (!known.includes(site))
    throw new BackupError(`There is nothing of a site ${site}; there is: ${known.join(', ')}.`);
}

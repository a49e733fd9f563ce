import { createHash } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { FILE_PART_BYTES } from '#contract/applications/uploads.js';
import { BackupError } from './archive.js';
import type { Table } from './backup-tables.js';

/** Object storage that holds some of the files. A backup contains their bytes as if they were stored in the database. */
export interface StoredObjects {
  /** Id of an advisory lock. While it is held in shared mode, no object is deleted. */
  lock: number;
  /** @throws with a message for the operator */
  read(key: string): Promise<Buffer>;
}

/** Column that refers to the object of a row. */
const KEY = 'object_key';
const BYTES = 'bytes';
/** The table of file parts: it has no rows for a file in object storage. */
const PARTS = { table: 'application_file_part', of: 'application_file' };
/** Number of bytes converted to text at once. */
const SLICE_BYTES = 1_000_000;

function hasObjects({ columns }: Table): boolean {
  return columns.some(({ name }) => name === KEY);
}

/** @throws BackupError if files are in object storage, but none is configured */
export async function requireStore(client: Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.filter(hasObjects)) {
    const table = client.escapeIdentifier(name);
    const { rows } = await client.query<{ some: boolean }>(
      `select exists (select from ${table} where ${KEY} is not null) as some`,
    );
    if (rows[0]?.some)
      throw new BackupError(
        'Files are in object storage: set FILES_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, as for the product.',
      );
  }
}

/** @returns column expressions and a condition for rows stored entirely in the database; a backup never refers to objects */
export function inDatabase(client: Client, table: Table): { columns: string[]; condition?: string } {
  const columns = table.columns.map(({ name }) => (name === KEY ? 'null' : client.escapeIdentifier(name)));
  return hasObjects(table) && table.columns.some(({ name }) => name === BYTES)
    ? { columns, condition: `${KEY} is null` }
    : { columns };
}

/**
 * Reads rows whose bytes are in object storage.
 *
 * @param conditionOf returns an SQL condition for the rows of a table; undefined for all rows
 * @returns lines as written by PostgreSQL's COPY; undefined if a table has no such rows
 */
export function rowsInStore(
  client: Client,
  { table, tables }: { table: Table; tables: readonly Table[] },
  objects: StoredObjects,
  conditionOf: (table: string) => string | undefined,
): AsyncIterable<Buffer> | undefined {
  const hasBytes = table.columns.some(({ name }) => name === BYTES);
  const owner = table.name === PARTS.table ? tables.find(({ name }) => name === PARTS.of) : table;
  if (!hasBytes || !owner || !hasObjects(owner)) return undefined;
  async function* lines(): AsyncGenerator<Buffer> {
    const stream = client.query(copyTo(statement(client, table, conditionOf)));
    const place = table.columns.findIndex(({ name }) => name === BYTES);
    for await (const line of rowLines(stream as AsyncIterable<Buffer>)) {
      const cells = line.split('\t');
      const bytes = await readObject(objects, cells[place]!);
      if (table.name === PARTS.table) {
        for (let from = 0; from < bytes.length; from += FILE_PART_BYTES)
          yield* lineWith([cells[0]!, String(from), ''], 2, bytes.subarray(from, from + FILE_PART_BYTES));
      } else {
        yield* lineWith(cells, place, bytes);
      }
    }
  }
  return lines();
}

/** Prevents the deletion of objects until the connection ends. */
export async function holdObjects(client: Client, { lock }: StoredObjects): Promise<void> {
  // In a transaction, since a connection pooler may give the connection to another client after each transaction.
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock_shared($1::bigint)', [lock]);
}

/** Selects the rows with the key and the checksum of the object in place of the bytes. */
function statement(
  client: Client,
  { name, columns }: Table,
  conditionOf: (table: string) => string | undefined,
): string {
  const source = name === PARTS.table ? PARTS.of : name;
  const own = client.escapeIdentifier(source);
  const object = `o.key || ':' || encode(o.sha256, 'hex')`;
  const list =
    name === PARTS.table
      ? `${own}.id, 0, ${object}`
      : columns
          .map((column) => {
            if (column.name === BYTES) return object;
            return column.name === KEY ? 'null' : `${own}.${client.escapeIdentifier(column.name)}`;
          })
          .join(', ');
  const condition = conditionOf(source);
  const where = `${own}.${KEY} is not null${condition === undefined ? '' : ` and (${condition})`}`;
  return `copy (select ${list} from ${own} left join stored_object o on o.key = ${own}.${KEY} where ${where}) to stdout`;
}

async function readObject(objects: StoredObjects, cell: string): Promise<Buffer> {
  const [key = '', sha256] = cell.split(':');
  if (sha256 === undefined) throw new BackupError('A file refers to an object that is not registered in the database.');
  const bytes = await objects.read(key);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new BackupError(`The object ${key} in the file store is damaged: it differs from what was written.`);
  return bytes;
}

/**
 * Splits the output of COPY into rows. `node:readline` would also split at U+2028, which names of files may contain, and would not report
 * that the connection is lost.
 */
async function* rowLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}

/** Generates a row in the format of COPY, converting its bytes to text in slices. */
function* lineWith(cells: readonly string[], place: number, bytes: Buffer): Generator<Buffer> {
  const before = cells.slice(0, place).map((cell) => `${cell}\t`);
  const after = cells.slice(place + 1).map((cell) => `\t${cell}`);
  yield Buffer.from(`${before.join('')}\\\\x`);
  for (let from = 0; from < bytes.length; from += SLICE_BYTES)
    yield Buffer.from(bytes.subarray(from, from + SLICE_BYTES).toString('hex'));
  yield Buffer.from(`${after.join('')}\n`);
}

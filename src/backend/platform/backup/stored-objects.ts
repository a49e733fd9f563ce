import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { FILE_PART_BYTES } from '#contract/applications/uploads.js';
import { BackupError } from './archive-contents.js';
import type { Table } from './table-catalog.js';

/** Object storage that holds some of the files. A backup has their bytes as if they were in the database. */
export interface StoredObjects {
  /** An advisory lock. While somebody shares it, no object is deleted. */
  lock: number;
  /** @throws with a message for the operator */
  read(key: string): Promise<Buffer>;
}

/** Refers to the object of a row. */
const KEY = 'object_key';
const BYTES = 'bytes';
/** Whose parts are not in the database where their file is in the store. */
const PARTS = { table: 'application_file_part', of: 'application_file' };
/** How many bytes are turned into text at once. */
const SLICE_BYTES = 1_000_000;

function hasObjects({ columns }: Table): boolean {
  return columns.some(({ name }) => name === KEY);
}

/** @throws BackupError where files are in a store that nobody has named */
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

/** @returns how a column is selected, and which rows are whole in the database; nothing in a backup refers to an object */
export function inDatabase(client: Client, table: Table): { columns: string[]; condition?: string } {
  const columns = table.columns.map(({ name }) => (name === KEY ? 'null' : client.escapeIdentifier(name)));
  return hasObjects(table) && table.columns.some(({ name }) => name === BYTES)
    ? { columns, condition: `${KEY} is null` }
    : { columns };
}

/**
 * Reads rows whose bytes are in the store.
 *
 * @param conditionOf which rows of a table are wanted, as SQL; undefined: all
 * @returns undefined where a table has none; otherwise what PostgreSQL's COPY would write, and afterwards the number of rows
 */
export function rowsInStore(
  client: Client,
  { table, tables }: { table: Table; tables: readonly Table[] },
  objects: StoredObjects,
  conditionOf: (table: string) => string | undefined,
): { rows: AsyncIterable<Buffer>; count: () => number } | undefined {
  const hasBytes = table.columns.some(({ name }) => name === BYTES);
  const owner = table.name === PARTS.table ? tables.find(({ name }) => name === PARTS.of) : table;
  if (!hasBytes || !owner || !hasObjects(owner)) return undefined;
  let count = 0;
  async function* lines(): AsyncGenerator<Buffer> {
    const stream = client.query(copyTo(statement(client, table, conditionOf)));
    const place = table.columns.findIndex(({ name }) => name === BYTES);
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      const cells = line.split('\t');
      const bytes = await readObject(objects, cells[place]!);
      if (table.name === PARTS.table) {
        for (let from = 0; from < bytes.length; from += FILE_PART_BYTES, count += 1)
          yield* lineWith([cells[0]!, String(from), ''], 2, bytes.subarray(from, from + FILE_PART_BYTES));
      } else {
        count += 1;
        yield* lineWith(cells, place, bytes);
      }
    }
  }
  return { rows: lines(), count: () => count };
}

/** Lets nobody delete objects until the connection ends. */
export async function holdObjects(client: Client, { lock }: StoredObjects): Promise<void> {
  // In a transaction, since a connection pooler gives a connection to somebody else after it.
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock_shared($1::bigint)', [lock]);
}

/** The rows with the key and the checksum of the object in the place of the bytes. */
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
  if (sha256 === undefined) throw new BackupError('A file refers to an object that the database does not know of.');
  const bytes = await objects.read(key);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new BackupError(`The object ${key} of the file store is not what was written to it.`);
  return bytes;
}

/** A row as COPY writes it, whose bytes are turned into text bit by bit. */
function* lineWith(cells: readonly string[], place: number, bytes: Buffer): Generator<Buffer> {
  const before = cells.slice(0, place).map((cell) => `${cell}\t`);
  const after = cells.slice(place + 1).map((cell) => `\t${cell}`);
  yield Buffer.from(`${before.join('')}\\\\x`);
  for (let from = 0; from < bytes.length; from += SLICE_BYTES)
    yield Buffer.from(bytes.subarray(from, from + SLICE_BYTES).toString('hex'));
  yield Buffer.from(`${after.join('')}\n`);
}

import type { Kysely } from 'kysely';
import pg from 'pg';
import { type ConnectionTarget, KEEP_PLAN } from '../../../platform/database/pool.js';
import type { Database } from '../../../platform/database/schema.js';
import { run } from '../../../platform/database/statement.js';

/** A row of search_job in the form that the in-memory index accepts. */
export interface IndexRow {
  /** Lower half of `rank`. */
  jobId: number;
  /** Upper half of `rank`: seconds since 2000; see `packRank` for incomplete jobs. */
  published: number;
  organization: number;
  combo: number;
  point: number;
  region: number;
  scope: number;
  /** Annual pay in the job's own currency; 0 if not stated. */
  pay: number;
  /** See `currencyCode`. */
  currency: number;
  /** See `closingDay`. */
  closing: number;
  /** `words` in the format of `tsvectorsend`. */
  words: Uint8Array;
}

export interface IndexChange {
  /** Job ids. Ids that are not in the index are ignored. */
  removed: readonly number[];
  /** A row replaces the existing row of the same job. */
  rows: readonly IndexRow[];
}

// Number of rows fetched at a time, which take some megabytes.
const BATCH = 2000;

interface Packed {
  packed: Buffer;
}

/**
 * Reads all rows of search_job in one snapshot, newest first. Uses a separate connection, so that page requests do not wait for it.
 *
 * @throws if the database does not respond
 */
export async function* loadAllRows(target: ConnectionTarget): AsyncGenerator<IndexRow[]> {
  const client = new pg.Client({ ...target, application_name: 'causeboard-index', connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Sorts the narrow rows before their words are fetched.
    await client.query(`
      begin read only;
      declare everything no scroll cursor for
        select ${PACKED_ROW} as packed from (select * from search_job order by rank desc offset 0) as newest_first`);
    for (;;) {
      const { rows } = await client.query<Packed>(`fetch ${BATCH} from everything`);
      if (rows.length === 0) return;
      yield rows.map(({ packed }) => unpackRow(packed));
    }
  } finally {
    client.end().catch(() => undefined);
  }
}

/** Loads the rows of those of the given jobs that are in search_job. */
export async function loadRowsOf(database: Kysely<Database>, jobIds: readonly number[]): Promise<IndexRow[]> {
  const rows = await run<Packed>(
    database,
    `${KEEP_PLAN} select ${PACKED_ROW} as packed from search_job where (rank & 4294967295) = any($1::bigint[])`,
    [jobIds],
  );
  return rows.map(({ packed }) => unpackRow(packed));
}

/** Packs a row of search_job into a single byte string, which is the cheapest form to transfer and to decode. */
const PACKED_ROW =
  'int8send(rank) || int8send(facets) || int4send(point) || int4send(region) || int2send(scope) || ' +
  'int4send(pay) || int2send(currency) || int2send(closing) || tsvectorsend(words)';

function unpackRow(bytes: Buffer): IndexRow {
  return {
    published: bytes.readUInt32BE(0),
    jobId: bytes.readUInt32BE(4),
    organization: bytes.readUInt32BE(8),
    combo: bytes.readUInt32BE(12),
    point: bytes.readUInt32BE(16),
    region: bytes.readUInt32BE(20),
    scope: bytes.readUInt16BE(24),
    pay: bytes.readUInt32BE(26),
    currency: bytes.readUInt16BE(30),
    closing: bytes.readUInt16BE(32),
    words: bytes.subarray(34),
  };
}

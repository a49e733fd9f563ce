import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Settings } from '../settings.js';
import { type Finding, reasonOf } from './finding.js';

const ANSWER_WITHIN_MS = 5000;
const REPLAY_WITHIN_MS = 5000;
const POLL_MS = 100;
const MB = 1_000_000;

const COPY_ANEW = 'see “A lost primary” in docs/operating.md for how to copy it anew';

/** Checks whether each replica follows the primary: whether it replays, within seconds, what the primary has written. Changes nothing. */
export async function checkReplicas({
  DATABASE_URL,
  DATABASE_REPLICA_URLS = [],
}: Pick<Settings, 'DATABASE_URL' | 'DATABASE_REPLICA_URLS'>): Promise<readonly Finding[]> {
  const primary = await connect(DATABASE_URL).catch(() => undefined);
  // The check of the database reports this.
  if (!primary) return [];
  try {
    return await Promise.all(DATABASE_REPLICA_URLS.map((url) => checkReplica(primary, url)));
  } finally {
    destroy(primary);
  }
}

async function checkReplica(primary: pg.Client, url: string): Promise<Finding> {
  const check = `replica ${new URL(url).host}`;
  let replica: pg.Client | undefined;
  try {
    replica = await connect(url);
    return { check, ...(await compare(primary, replica)) };
  } catch (error) {
    const fix = 'start the server, or correct DATABASE_REPLICA_URLS';
    return { check, state: 'failed', found: reasonOf(error), fix };
  } finally {
    if (replica) destroy(replica);
  }
}

async function compare(primary: pg.Client, replica: pg.Client): Promise<Omit<Finding, 'check'>> {
  const [own, its] = [await serverOf(primary), await serverOf(replica)];
  if (!its.isReplica) {
    const fix = 'remove it from DATABASE_REPLICA_URLS; if it was promoted, set DATABASE_URL to it';
    return { state: 'failed', found: 'it is not a replica', fix };
  }
  if (own.identity !== its.identity)
    return { state: 'failed', found: 'it is a replica of another server', fix: 'correct DATABASE_REPLICA_URLS' };
  const missingMb = await missingAfterWaiting(primary, replica);
  if (missingMb === 0) return { state: 'ok', found: 'it has replayed what the primary has written' };
  const found = `it does not follow: ${missingMb.toFixed(1)} MB of the primary’s log are missing`;
  return { state: 'failed', found, fix: `check the log of the replica; ${COPY_ANEW}` };
}

/** Waits until the replica has replayed the primary's log up to its present end. @returns MB that are missing after the time limit */
async function missingAfterWaiting(primary: pg.Client, replica: pg.Client): Promise<number> {
  const written = await primary.query<{ position: string }>('select pg_current_wal_flush_lsn() as position');
  const { position } = written.rows[0]!;
  for (const deadline = performance.now() + REPLAY_WITHIN_MS; ;) {
    const { rows } = await replica.query<{ missing: string }>(
      'select pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()) as missing',
      [position],
    );
    const missing = Math.max(0, Number(rows[0]!.missing));
    if (missing === 0 || performance.now() > deadline) return missing / MB;
    await sleep(POLL_MS);
  }
}

async function serverOf(client: pg.Client): Promise<{ identity: string; isReplica: boolean }> {
  const { rows } = await client.query<{ identity: string; standby: boolean }>(
    'select system_identifier::text as identity, pg_is_in_recovery() as standby from pg_control_system()',
  );
  return { identity: rows[0]!.identity, isReplica: rows[0]!.standby };
}

async function connect(url: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    application_name: 'causeboard-doctor',
  });
  // Without a listener, a connection that breaks between two queries would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Closes a connection whose server may be frozen: an orderly termination without a response would never end. */
function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

import pg from 'pg';
import { ClusterError } from '../embedded-postgres/cluster-error.js';

const LIMIT_MS = 10_000;

/**
 * Asks a server once, so that a start with a wrong address ends with a sentence and within seconds.
 *
 * @throws ClusterError when it does not answer; its message holds no password
 */
export async function reachDatabase(url: string, limitMs = LIMIT_MS): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    application_name: 'causeboard-start',
  });
  // Whatever happens to the connection is heard from the calls below.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    throw new ClusterError(`DATABASE_URL: the database at ${placeOf(url)} cannot be used: ${reasonOf(error)}.`);
  } finally {
    // A server that says nothing does not say goodbye either.
    void client.end().catch(() => undefined);
  }
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'an address that is none';
  const { host, pathname } = new URL(url);
  return host + pathname;
}

/** The parts of an error that several addresses of a host have given say more than their sum, which is empty. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const message = first instanceof Error ? first.message : String(first);
  return message.replace(/\.$/, '') || 'it does not answer';
}

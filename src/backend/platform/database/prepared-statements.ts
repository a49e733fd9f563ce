import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { observe, sqlStatements } from '#shared/telemetry/channels.js';
import type { DeadConnections } from './dead-connections.js';

/**
 * Prefix of a statement that is parsed and planned once per connection instead of at every call. Use it for frequent statements whose text
 * never changes; omit it where the best plan depends on the values.
 */
export const KEEP_PLAN = '/* keep plan */';

/**
 * A pool for Kysely that prepares statements marked with `KEEP_PLAN`; Kysely itself cannot name statements.
 *
 * @param prepares false if a pooler in front of the server may use a different connection for each transaction
 */
export function preparingPool(pool: pg.Pool, dead: DeadConnections, prepares: boolean): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const made = preparing(client, dead.watch(client), prepares);
      clients.set(client, made);
      return made;
    },
    end() {
      dead.stop();
      return pool.end();
    },
  };
}

function preparing(
  client: pg.PoolClient,
  watched: ReturnType<DeadConnections['watch']>,
  prepares: boolean,
): PostgresPoolClient {
  const send = (text: unknown, values?: unknown[]): unknown =>
    watched<unknown>(() =>
      prepares && typeof text === 'string' && text.startsWith(KEEP_PLAN)
        ? client.query({ name: nameOf(text), text, values })
        : client.query(text as string, values),
    );
  const query = (text: unknown, values?: unknown[]): unknown =>
    // A cursor does not have a single result, so it is not measured.
    typeof text === 'string'
      ? observe(
          sqlStatements,
          () => ({ text, startedAt: performance.now() }),
          () => send(text, values) as Promise<unknown>,
        )
      : send(text, values);
  return { query: query as PostgresPoolClient['query'], release: () => client.release() };
}

const names = new Map<string, string>();

/** The same text gets the same statement name on every connection. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}

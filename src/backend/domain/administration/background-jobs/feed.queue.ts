import { sql, type RawBuilder } from 'kysely';
import type { QueueState } from '#contract/generated/resolvers.js';
import { parseId } from '../../../platform/database/statement.js';
import { type QueueSource, shownReason } from './queue-source.js';

function inState(state: QueueState, now: Date): RawBuilder<boolean> {
  const running = sql<boolean>`(lease is not null and due_at > ${now})`;
  if (state === 'running') return running;
  const failed = sql<boolean>`coalesce(outcome = 'failed', false)`;
  return state === 'failed' ? sql`not ${running} and ${failed}` : sql`not ${running} and not ${failed}`;
}

interface Row {
  id: number;
  site: string;
  source: string;
  url: string;
  due_at: Date;
  failures: number;
  outcome: string | null;
  message: string | null;
  is_running: boolean;
}

/** Advertisement feeds (decision 27); there are only a few. */
export const feedQueue: QueueSource = {
  kind: 'feed',

  async count(database, now) {
    const { rows } = await sql<{ waiting: number; running: number; failed: number; nextAt: Date | null }>`
      select (count(*) filter (where ${inState('waiting', now)}))::integer as waiting,
        (count(*) filter (where ${inState('running', now)}))::integer as running,
        (count(*) filter (where ${inState('failed', now)}))::integer as failed,
        min(due_at) filter (where not ${inState('running', now)}) as "nextAt"
      from import_feed
    `.execute(database);
    return rows[0]!;
  },

  async list(database, { state, limit, offset, now }) {
    const { rows } = await sql<Row>`
      select id, site, source, url, due_at, failures, outcome, message, ${inState('running', now)} as is_running
      from import_feed where ${inState(state, now)} order by due_at, id limit ${limit} offset ${offset}
    `.execute(database);
    return rows.map((row) => ({
      id: String(row.id),
      site: row.site,
      name: row.source,
      attempts: row.failures,
      // The rest of the URL may contain a key.
      about: URL.canParse(row.url) ? new URL(row.url).host : null,
      dueAt: row.due_at.toISOString(),
      reason: row.outcome === 'failed' ? shownReason(row.message) : null,
      isRetryable: row.outcome === 'failed' && !row.is_running,
    }));
  },

  async retry(trx, which, now) {
    const { numAffectedRows = 0n } = await sql`
      update import_feed set due_at = ${now}, lease = null
      where ${'id' in which ? sql`id = ${parseId(which.id) ?? null}` : inState(which.state, now)} and ${inState('failed', now)}
    `.execute(trx);
    if (numAffectedRows > 0n) await sql`insert into data_change (kind) values ('feed')`.execute(trx);
    return Number(numAffectedRows);
  },
};

import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { QueueState } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { isScheduleHeld, trustClock } from '../../job-editing/schedule/schedule-worker.js';
import type { QueueSource } from './queue-source.js';
import { MAX_COUNTED } from './queue-source.js';

interface Row {
  id: number;
  site: string;
  title: string;
  due_at: Date;
}

/**
 * Jobs that are due to be published or archived. They never fail individually: if some are overdue, either the worker does not run or the
 * clock is not trusted. A retry then confirms the clock.
 */
function jobQueue(kind: 'publish' | 'expire', due: RawBuilder<unknown>, scheduled: RawBuilder<unknown>): QueueSource {
  /** Condition on jobs in a state: overdue jobs count as failed only while the clock is not trusted. */
  const inState = (state: QueueState, isHeld: boolean, now: Date): RawBuilder<boolean> => {
    if (state === 'running' || (state === 'failed' && !isHeld)) return sql`false`;
    if (!isHeld) return sql`${scheduled}`;
    return state === 'failed' ? sql`${scheduled} and ${due} <= ${now}` : sql`${scheduled} and ${due} > ${now}`;
  };
  const count = async (database: Kysely<Database>, condition: RawBuilder<boolean>): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (select from job where ${condition} limit ${MAX_COUNTED}) counted
    `.execute(database);
    return rows[0]!.count;
  };

  return {
    kind,

    async count(database, now) {
      const isHeld = await isScheduleHeld(database);
      const [waiting, failed, { rows }] = await Promise.all([
        count(database, inState('waiting', isHeld, now)),
        isHeld ? count(database, inState('failed', isHeld, now)) : 0,
        sql<{ nextAt: Date | null }>`
          select min(${due}) as "nextAt" from job where ${inState('waiting', isHeld, now)}
        `.execute(database),
      ]);
      return { waiting, running: 0, failed, nextAt: rows[0]!.nextAt };
    },

    async list(database, { state, limit, offset, now, texts: { t } }) {
      const isHeld = await isScheduleHeld(database);
      const { rows } = await sql<Row>`
        select id, site, title, ${due} as due_at from job where ${inState(state, isHeld, now)}
        order by ${due}, id limit ${limit} offset ${offset}
      `.execute(database);
      const hasFailed = state === 'failed';
      return rows.map((row) => ({
        id: String(row.id),
        site: row.site,
        name: row.title,
        about: null,
        dueAt: row.due_at.toISOString(),
        attempts: 0,
        isRetryable: hasFailed,
        reason: hasFailed ? t('queue.clockHeld') : null,
      }));
    },

    async retry(trx, which, now) {
      if (!(await isScheduleHeld(trx)) || ('state' in which && which.state !== 'failed')) return 0;
      const held = await count(trx, inState('failed', true, now));
      await trustClock(trx, now);
      await sql`insert into data_change (kind) values ('schedule')`.execute(trx);
      return held;
    },
  };
}

export const publishQueue = jobQueue('publish', sql.raw('published_at'), sql.raw("state = 'scheduled'"));
export const expireQueue = jobQueue(
  'expire',
  sql.raw('expires_at'),
  sql.raw("state = 'published' and expires_at is not null"),
);

import { sql, type RawBuilder } from 'kysely';
import type { QueueSource } from './queue-source.js';
import { MOST_COUNTED } from './queue-source.js';

interface Row {
  id: number;
  site: string;
  title: string;
  due_at: Date;
}

/** Jobs that are published, or archived, at their time. None of them fails by itself: what is overdue waits for all that does it. */
function jobQueue(kind: 'publish' | 'expire', due: RawBuilder<unknown>, waiting: RawBuilder<unknown>): QueueSource {
  return {
    kind,

    async count(database) {
      const { rows } = await sql<{ waiting: number; nextAt: Date | null }>`
        select (select count(*)::integer from (select from job where ${waiting} limit ${MOST_COUNTED}) counted) as waiting,
          (select min(${due}) from job where ${waiting}) as "nextAt"
      `.execute(database);
      return { ...rows[0]!, running: 0, failed: 0 };
    },

    async list(database, { state, limit, offset }) {
      if (state !== 'waiting') return [];
      const { rows } = await sql<Row>`
        select id, site, title, ${due} as due_at from job where ${waiting} order by ${due}, id limit ${limit} offset ${offset}
      `.execute(database);
      return rows.map((row) => ({
        ...{ id: String(row.id), site: row.site, name: row.title, about: null },
        ...{ dueAt: row.due_at.toISOString(), attempts: 0, reason: null, isRetryable: false },
      }));
    },
  };
}

export const publishQueue = jobQueue('publish', sql.raw('published_at'), sql.raw("state = 'scheduled'"));
export const expireQueue = jobQueue(
  'expire',
  sql.raw('expires_at'),
  sql.raw("state = 'published' and expires_at is not null"),
);

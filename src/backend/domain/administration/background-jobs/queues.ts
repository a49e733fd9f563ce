import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { QueueState } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { isScheduleHeld, trustClock } from '../../job-editing/schedule/schedule-worker.js';
import { parseId } from '../../../platform/database/statement.js';
import { shownReason } from '../../../platform/background-jobs/recurring-work.js';
import { type QueueSource, MAX_COUNTED, type Retried } from './queue-source.js';

interface Row {
  id: number;
  site: string;
  /** null for the clock itself */
  title: string | null;
  due_at: Date;
}

/**
 * Jobs that are due to be published or archived. They never fail individually: if some are overdue, either the worker does not run or the
 * clock is not trusted. A retry then confirms the clock. Among the jobs to be published, the clock is an item of its own, because it also
 * has to be confirmed if no job is due.
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
  const countFailed = async (database: Kysely<Database>, now: Date): Promise<number> =>
    (await count(database, inState('failed', true, now))) + (kind === 'publish' ? 1 : 0);

  return {
    kind,

    async count(database, now) {
      const isHeld = await isScheduleHeld(database);
      const [waiting, failed, { rows }] = await Promise.all([
        count(database, inState('waiting', isHeld, now)),
        isHeld ? countFailed(database, now) : 0,
        sql<{ nextAt: Date | null }>`
          select min(${due}) as "nextAt" from job where ${inState('waiting', isHeld, now)}
        `.execute(database),
      ]);
      return { waiting, running: 0, failed, nextAt: rows[0]!.nextAt };
    },

    async list(database, { state, limit, offset, now, texts: { t } }) {
      const isHeld = await isScheduleHeld(database);
      const hasFailed = state === 'failed';
      const clock = sql`union all select 0, '', null, held_at from schedule_clock where held_at is not null`;
      const { rows } = await sql<Row>`
        select id, site, title, ${due} as due_at from job where ${inState(state, isHeld, now)}
        ${kind === 'publish' && hasFailed ? clock : sql``} order by due_at, id limit ${limit} offset ${offset}
      `.execute(database);
      return rows.map((row) => ({
        id: String(row.id),
        site: row.site,
        name: row.title ?? t('queue.clock'),
        about: null,
        dueAt: row.due_at.toISOString(),
        attempts: 0,
        isRetryable: hasFailed,
        reason: hasFailed ? t('queue.clockHeld') : null,
      }));
    },

    async retry(trx, which, now) {
      if (!(await isScheduleHeld(trx)) || ('state' in which && which.state !== 'failed')) return 0;
      const held = await countFailed(trx, now);
      if (held === 0) return 0;
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

function feedsInState(state: QueueState, now: Date): RawBuilder<boolean> {
  const running = sql<boolean>`(lease is not null and due_at > ${now})`;
  if (state === 'running') return running;
  const failed = sql<boolean>`coalesce(outcome = 'failed', false)`;
  return state === 'failed' ? sql`not ${running} and ${failed}` : sql`not ${running} and not ${failed}`;
}

function ofSites(sites: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`site = any(${sites}::text[])`;
}

interface FeedRow {
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

/**
 * Advertisement feeds (decision 27); there are only a few.
 *
 * @param sites those that this process serves; it reads no feeds of others
 */
export const feedQueue = (sites: readonly string[]): QueueSource => ({
  kind: 'feed',

  async count(database, now) {
    const { rows } = await sql<{ waiting: number; running: number; failed: number; nextAt: Date | null }>`
      select (count(*) filter (where ${feedsInState('waiting', now)}))::integer as waiting,
        (count(*) filter (where ${feedsInState('running', now)}))::integer as running,
        (count(*) filter (where ${feedsInState('failed', now)}))::integer as failed,
        min(due_at) filter (where not ${feedsInState('running', now)}) as "nextAt"
      from import_feed where ${ofSites(sites)}
    `.execute(database);
    return rows[0]!;
  },

  async list(database, { state, limit, offset, now }) {
    const { rows } = await sql<FeedRow>`
      select id, site, source, url, due_at, failures, outcome, message, ${feedsInState('running', now)} as is_running
      from import_feed where ${ofSites(sites)} and ${feedsInState(state, now)} order by due_at, id limit ${limit} offset ${offset}
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
      where ${'id' in which ? sql`id = ${parseId(which.id) ?? null}` : feedsInState(which.state, now)}
        and ${ofSites(sites)} and ${feedsInState('failed', now)}
    `.execute(trx);
    if (numAffectedRows > 0n) await sql`insert into data_change (kind) values ('feed')`.execute(trx);
    return Number(numAffectedRows);
  },
});

interface FileRow {
  id: string;
  site: string;
  place: 'application' | 'message' | 'page';
  at: Date;
}

/** Files that are still in the database and may be moved. Pending uploads do not count as files yet. */
const WAITING_FILES = sql`
  (
    select id, '' as site, 'page' as place, created_at as at from file where object_key is null
    union all select id, site, 'message', created_at from message_file where object_key is null
    union all select id, site, 'application', created_at from application_file
      where object_key is null and application_id is not null
  ) files where not exists (select from file_placement where in_database)
`;

/**
 * Files that wait to be moved to object storage (decision 130). Files never fail individually: while the store is down, all of them wait,
 * and all are retried within seconds. File names are not shown because they may reveal applicants.
 *
 * @param hasStore without object storage, no file waits
 */
export const fileQueue = (hasStore: boolean): QueueSource => ({
  kind: 'file',

  async count(database) {
    if (!hasStore) return { waiting: 0, running: 0, failed: 0, nextAt: null };
    const { rows } = await sql<{ waiting: number; nextAt: Date | null }>`
      select count(*)::integer as waiting, min(at) as "nextAt" from (select at from ${WAITING_FILES} limit ${MAX_COUNTED}) counted
    `.execute(database);
    return { ...rows[0]!, running: 0, failed: 0 };
  },

  async list(database, { state, limit, offset, texts: { t } }) {
    if (!hasStore || state !== 'waiting') return [];
    const { rows } = await sql<FileRow>`
      select id, site, place, at from ${WAITING_FILES} order by at, id limit ${limit} offset ${offset}
    `.execute(database);
    return rows.map(({ id, site, place, at }) => ({
      id,
      site,
      name: t(`queue.file.${place}`),
      about: null,
      dueAt: at.toISOString(),
      attempts: 0,
      reason: null,
      isRetryable: false,
    }));
  },
});

const OPEN_MAILS = sql.raw('sent_at is null and given_up_at is null');
/** A process holds the lease of the mail until `due_at`. */
const isTaken = (now: Date): RawBuilder<boolean> => sql`(taken_at is not null and due_at > ${now})`;

function mailsInState(state: QueueState, now: Date): RawBuilder<boolean> {
  if (state === 'failed') return sql`given_up_at is not null`;
  if (state === 'running') return sql`taken_at is not null and due_at > ${now} and ${OPEN_MAILS}`;
  return sql`${OPEN_MAILS} and not ${isTaken(now)}`;
}

const MAIL_ORDER: Readonly<Record<QueueState, RawBuilder<unknown>>> = {
  failed: sql.raw('given_up_at desc, id desc'),
  running: sql.raw('due_at, id'),
  waiting: sql.raw('due_at, id'),
};

interface MailRow {
  id: number;
  site: string;
  template: string;
  recipient: string;
  due_at: Date;
  given_up_at: Date | null;
  attempts: number;
  failure: string | null;
  is_taken: boolean;
}

/** The mail outbox (decision 19). */
export const mailQueue: QueueSource = {
  kind: 'mail',

  async count(database, now) {
    const counted = (state: QueueState) =>
      sql`(select count(*)::integer from (select from mail where ${mailsInState(state, now)} limit ${MAX_COUNTED}) counted)`;
    const { rows } = await sql<{ waiting: number; running: number; failed: number; nextAt: Date | null }>`
      select ${counted('waiting')} as waiting, ${counted('running')} as running, ${counted('failed')} as failed,
        (select due_at from mail where ${mailsInState('waiting', now)} order by due_at limit 1) as "nextAt"
    `.execute(database);
    return rows[0]!;
  },

  async findFirstDue(database, now) {
    // A mail that is being sent counts only if an earlier attempt has failed.
    const { rows } = await sql<{ at: Date | null }>`
      select min(case when attempts > 0 then created_at else due_at end) as at from (
        select attempts, created_at, due_at from mail where ${OPEN_MAILS} and (failure is not null or not ${isTaken(now)})
        order by due_at limit ${MAX_COUNTED}
      ) counted
    `.execute(database);
    return rows[0]!.at;
  },

  async list(database, { state, limit, offset, now }) {
    const { rows } = await sql<MailRow>`
      select id, site, template, recipient, due_at, given_up_at, attempts, failure, ${isTaken(now)} as is_taken
      from mail where ${mailsInState(state, now)} order by ${MAIL_ORDER[state]} limit ${limit} offset ${offset}
    `.execute(database);
    return rows.map((row) => ({
      id: String(row.id),
      site: row.site,
      name: row.template,
      about: row.recipient,
      attempts: row.attempts,
      dueAt: (row.given_up_at ?? row.due_at).toISOString(),
      reason: shownReason(row.failure),
      isRetryable: row.failure !== null && !row.is_taken,
    }));
  },

  async retry(trx, which, now) {
    const { numAffectedRows = 0n } = await sql`
      update mail set given_up_at = null, taken_at = null, due_at = ${now} where id in (
        select id from mail where ${chosenMails(which, now)} and sent_at is null and failure is not null and not ${isTaken(now)}
        limit ${MAX_COUNTED} for update skip locked
      )
    `.execute(trx);
    // Notifies the mail worker.
    if (numAffectedRows > 0n) await sql`insert into data_change (kind) values ('mail')`.execute(trx);
    return Number(numAffectedRows);
  },
};

function chosenMails(which: Retried, now: Date): RawBuilder<boolean> {
  return 'id' in which ? sql`id = ${parseId(which.id) ?? null}` : mailsInState(which.state, now);
}

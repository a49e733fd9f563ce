import { type Kysely, type RawBuilder, sql } from 'kysely';
import { unitsBefore } from '#contract/retention/retention-periods.js';
import type { Database } from '../database/schema.js';

/** Kind of data whose deletion is announced (`retention_notice.kind`). */
export type NoticeKind = 'application' | 'account' | 'resume';

/** Rows that are deleted only after a notice, as SQL expressions. */
export interface Announceable {
  kind: NoticeKind;
  /** UUID of the row. */
  subject: RawBuilder<unknown>;
  /** Start of the retention period: an earlier notice belongs to a previous period. */
  since: RawBuilder<unknown>;
}

/**
 * A notice whose deletion date passed more than this many days ago is obsolete, for example after the period was extended; a new notice is
 * sent.
 */
const OVERTAKEN_DAYS = 30;

/** @returns an SQL condition on notices `n`: they belong to the row and are not obsolete */
export function isNoticeOf({ kind, subject, since }: Announceable, now: Date): RawBuilder<unknown> {
  return sql`(n.kind = ${kind} and n.subject_id = ${subject} and n.announced_at >= ${since}
    and n.deletes_at > ${unitsBefore(now, OVERTAKEN_DAYS, 'day')})`;
}

/** @returns an SQL condition on the row: its deletion has not been announced yet */
export function isUnannounced(of: Announceable, now: Date): RawBuilder<unknown> {
  return sql`not exists (select from retention_notice n where ${isNoticeOf(of, now)})`;
}

/**
 * @param waitDays number of days after the announced date for which an undelivered notice prevents the deletion; undefined for no limit
 * @returns an SQL condition on the row: the announced date has passed, and the notice was sent (or `waitDays` have passed as well)
 */
export function mayBeDeleted(of: Announceable, now: Date, waitDays?: number): RawBuilder<unknown> {
  const waited = waitDays === undefined ? sql`false` : sql`n.deletes_at <= ${unitsBefore(now, waitDays, 'day')}`;
  return sql`exists (select from retention_notice n where ${isNoticeOf(of, now)} and n.deletes_at <= ${now}
    and (n.sent_at is not null or ${waited}))`;
}

/** Records that a mail of the same transaction announces a deletion. The database adds the time at which the mail was sent. */
export async function writeNotice(
  trx: Kysely<Database>,
  { kind, subjectId, deletesAt, mailId }: { kind: NoticeKind; subjectId: string; deletesAt: Date; mailId: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into retention_notice (kind, subject_id, announced_at, deletes_at, mail_id)
    values (${kind}, ${subjectId}::uuid, ${now}, ${deletesAt}, ${mailId})
    on conflict (kind, subject_id) do update set announced_at = excluded.announced_at, deletes_at = excluded.deletes_at,
      mail_id = excluded.mail_id, sent_at = null
  `.execute(trx);
}

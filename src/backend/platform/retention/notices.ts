import { type Kysely, type RawBuilder, sql } from 'kysely';
import { unitsBefore } from '#contract/retention/retention-periods.js';
import type { Database } from '../database/schema.js';

/** What a deletion is announced of, as `retention_notice.kind` has it. */
export type NoticeKind = 'application' | 'account' | 'resume';

/** Rows that are deleted only after a notice, as SQL sees them. */
export interface Announceable {
  kind: NoticeKind;
  /** Their UUID. */
  subject: RawBuilder<unknown>;
  /** From when on their time counts: a notice that was given before is of an end that has not come. */
  since: RawBuilder<unknown>;
}

/** A notice of a day that is longer past has been overtaken, such as by a longer period, and is given again. */
const OVERTAKEN_DAYS = 30;

/** @returns a condition on notices `n`: they are of the row, and nothing has overtaken them */
export function isNoticeOf({ kind, subject, since }: Announceable, now: Date): RawBuilder<unknown> {
  return sql`(n.kind = ${kind} and n.subject_id = ${subject} and n.announced_at >= ${since}
    and n.deletes_at > ${unitsBefore(now, OVERTAKEN_DAYS, 'day')})`;
}

/** @returns a condition on the row: nobody has been told yet that it is deleted */
export function isUnannounced(of: Announceable, now: Date): RawBuilder<unknown> {
  return sql`not exists (select from retention_notice n where ${isNoticeOf(of, now)})`;
}

/**
 * @param waitDays how long after the announced day a mail that no server has accepted stops the deletion; undefined: for good
 * @returns a condition on the row: its day was announced and has come, and the mail was sent
 */
export function mayBeDeleted(of: Announceable, now: Date, waitDays?: number): RawBuilder<unknown> {
  const waited = waitDays === undefined ? sql`false` : sql`n.deletes_at <= ${unitsBefore(now, waitDays, 'day')}`;
  return sql`exists (select from retention_notice n where ${isNoticeOf(of, now)} and n.deletes_at <= ${now}
    and (n.sent_at is not null or ${waited}))`;
}

/** Notes that a deletion is announced by a mail of the same transaction. The database adds when the mail was sent. */
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

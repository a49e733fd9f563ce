import { type Kysely, type RawBuilder, sql } from 'kysely';
import { OWN_RESUME_PATH } from '#contract/pages/paths.js';
import { UNUSED_NOTICE_DAYS, unitsAfter } from '#contract/retention/retention-periods.js';
import type { Database } from '../../platform/database/schema.js';
import { putMail } from '../../platform/mail/outbox.js';
import {
  type Cutoff,
  type DeletedRows,
  type RetentionRule,
  hasExpired,
  isUnannounced,
  writeNotice,
} from '../../platform/retention/retention-rule.js';
import { LAST_USE } from '../accounts/sessions/sessions.js';

/** Maximum number of resumes in a transaction: recruiters in contact with each owner are notified. */
const BATCH = 50;

const RESUME = sql`resume join account on account.id = resume.account_id`;
/** Resumes whose deletion was announced. */
const ANNOUNCED = sql`
  retention_notice n join resume on resume.key = n.subject_id join account on account.id = resume.account_id
`;
const SINCE = sql`greatest(resume.updated_at, ${LAST_USE})`;
const OF_RESUME = { kind: 'resume', subject: sql`resume.key`, since: SINCE } as const;

const isUnused = (cutoff: Cutoff): RawBuilder<unknown> =>
  sql`resume.updated_at <= ${cutoff.latest} and ${SINCE} <= ${cutoff.of(sql`resume.site`)} and account.blocked_at is null`;

const mayBeDeleted = (cutoff: Cutoff): RawBuilder<unknown> =>
  sql`${isUnused(cutoff)} and ${hasExpired(OF_RESUME, cutoff.now)}`;

/** Work of other modules, in the same transaction, before a person's resume on a site is deleted. */
export type BeforeResumeDeletion = (
  trx: Kysely<Database>,
  of: { accountId: string; site: string },
  now: Date,
) => Promise<void>;

/**
 * Deletes a person's resume on a site with the draft of its form; triggers of the tables remove it from the directory.
 *
 * @returns whether there was one
 */
export async function deleteResume(
  trx: Kysely<Database>,
  { accountId, site }: { accountId: string; site: string },
  { beforeDeletion, now }: { beforeDeletion: BeforeResumeDeletion; now: Date },
): Promise<boolean> {
  await beforeDeletion(trx, { accountId, site }, now);
  const gone = await trx
    .deleteFrom('resume')
    .where('account_id', '=', accountId)
    .where('site', '=', site)
    .returning('id')
    .executeTakeFirst();
  await trx.deleteFrom('resume_form').where('account_id', '=', accountId).where('site', '=', site).execute();
  return gone !== undefined;
}

/**
 * Resumes of people who neither change them nor log in. Their owners are notified by mail; no resume is deleted before its mail was sent.
 * Logging in keeps the resume. Blocked people cannot log in, so their resumes are kept.
 */
export function resumeRetention(beforeDeletion: BeforeResumeDeletion): RetentionRule {
  return {
    kind: 'resumes',
    batch: BATCH,
    announcement: {
      days: UNUSED_NOTICE_DAYS,
      async find(database, ahead, limit, now) {
        const { rows } = await sql<{ key: string }>`
          select resume.key from ${RESUME} where ${isUnused(ahead)} and ${isUnannounced(OF_RESUME, now)} limit ${limit}
        `.execute(database);
        return rows.map(({ key }) => key);
      },
      async announce(trx, ahead, found, now) {
        const { rows } = await sql<{ key: string; site: string; language: string; email: string }>`
          select resume.key, resume.site, account.language, account.email from ${RESUME}
          where resume.key = any(${found}::uuid[]) and ${isUnused(ahead)} and ${isUnannounced(OF_RESUME, now)}
          for update of resume skip locked
        `.execute(trx);
        const until = unitsAfter(now, UNUSED_NOTICE_DAYS, 'day');
        for (const { key, site, language, email: recipient } of rows) {
          const details = { path: OWN_RESUME_PATH, until: until.toISOString() };
          const mailId = await putMail(trx, { site, language, template: 'resume-unused', recipient, details }, now);
          await writeNotice(trx, { kind: 'resume', subjectId: key, deletesAt: until, mailId }, now);
        }
        return rows.length;
      },
    },
    async findDue(database, cutoff, limit) {
      const { rows } = await sql<{ key: string }>`
        select resume.key from ${ANNOUNCED} where ${mayBeDeleted(cutoff)} limit ${limit}
      `.execute(database);
      return rows.map(({ key }) => key);
    },
    async deleteDue(trx, cutoff, _limit, found) {
      const { now } = cutoff;
      const { rows } = await sql<{ account_id: string; site: string }>`
        select resume.account_id, resume.site from ${ANNOUNCED}
        where n.subject_id = any(${found}::uuid[]) and ${mayBeDeleted(cutoff)} for update of resume skip locked
      `.execute(trx);
      const deleted: DeletedRows[] = [];
      for (const { account_id: accountId, site } of rows) {
        await deleteResume(trx, { accountId, site }, { beforeDeletion, now });
        deleted.push({ site, count: 1 });
      }
      return deleted;
    },
    async countDue(database, cutoff, site, limit) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from (
          select from ${ANNOUNCED} where ${mayBeDeleted(cutoff)} and resume.site = ${site} limit ${limit}
        ) counted
      `.execute(database);
      return rows[0]!.count;
    },
  };
}

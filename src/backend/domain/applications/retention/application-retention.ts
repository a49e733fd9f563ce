import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { NOTICE_DAYS, retentionDefault, retentionOf, unitsAfter } from '#contract/retention/retention-periods.js';
import { ownApplicationPath } from '#contract/pages/paths.js';
import type { Database } from '../../../platform/database/schema.js';
import { putMail } from '../../../platform/mail/outbox.js';
import {
  type Cutoff,
  type DeletedRows,
  type RetentionRule,
  hasExpired,
  isNoticeOf,
  isUnannounced,
  writeNotice,
} from '../../../platform/retention/retention-rule.js';
import type { StoredApplication } from '../application-rows.js';

/** Maximum number of applications in a transaction: each has files, a history and a mail. */
const BATCH = 100;
/**
 * Number of days after the announced day that the deletion waits for its notice to be sent. After that, keeping the data too long would
 * be worse.
 */
const UNSENT_DAYS = 7;

const APPLICATION = sql`application a join job on job.id = a.job_id`;
/** Applications whose deletion was announced. */
const ANNOUNCED = sql`retention_notice n join application a on a.id = n.subject_id join job on job.id = a.job_id`;

/** Maximum number of applications in a statement: files are large, and others wait for the locks. */
const MAX_APPLICATIONS = 200;

/**
 * Start of the retention period of an application; null while the application is still open. A job that is a draft again was taken
 * offline.
 *
 * @param of state and time of the last step, as known to the reader: the applicant may not have been told of the latest one
 */
function endOf(of: { state: RawBuilder<unknown>; updated: RawBuilder<unknown> }): RawBuilder<unknown> {
  return sql`case
    when job.state = 'archived' then greatest(${of.updated}, coalesce(job.expires_at, job.updated_at))
    when job.state = 'draft' then greatest(${of.updated}, job.updated_at)
    when ${of.state} in ('hired', 'declined', 'withdrawn') then ${of.updated}
  end`;
}

const ENDED = endOf({ state: sql`a.state`, updated: sql`a.updated_at` });

/** Whether an interview was booked, or the applicant was told that they are in the interview state. */
const wasInterviewed = (now: Date): RawBuilder<unknown> => sql`(
  exists (select from interview i where i.application_id = a.id and i.state = 'booked')
  or exists (select from application_event e where e.application_id = a.id and e.state = 'interview'
    and (e.visible_at is null or e.visible_at <= ${now}))
)`;

const OF_APPLICATION = { kind: 'application', subject: sql`a.id`, since: ENDED } as const;

interface Announced {
  id: string;
  site: string;
  language: string;
  email: string;
  hasAccount: boolean;
  name: string;
  title: string;
  organization: string;
}

/**
 * Applications with their letters, files, notes, interviews and messages. The applicant is notified by one mail `NOTICE_DAYS` before the
 * deletion; the row in `retention_notice` proves it, and without notice nothing is deleted.
 */
function applicationRule(kind: 'applications' | 'interviewedApplications'): RetentionRule {
  const isDue = (cutoff: Cutoff): RawBuilder<unknown> => sql`
    a.updated_at <= ${cutoff.latest} and ${ENDED} <= ${cutoff.of(sql`a.site`)}
      and ${wasInterviewed(cutoff.now)} = ${kind === 'interviewedApplications'}
  `;
  const mayBeDeleted = (cutoff: Cutoff): RawBuilder<unknown> => sql`
    ${isDue(cutoff)} and ${hasExpired(OF_APPLICATION, cutoff.now, UNSENT_DAYS)}
  `;
  return {
    kind,
    batch: BATCH,
    announcement: {
      days: NOTICE_DAYS,
      async find(database, ahead, limit, now) {
        const { rows } = await sql<{ id: string }>`
          select a.id from ${APPLICATION} where ${isDue(ahead)} and ${isUnannounced(OF_APPLICATION, now)} limit ${limit}
        `.execute(database);
        return rows.map(({ id }) => id);
      },
      async announce(trx, ahead, found, now) {
        const { rows } = await sql<Announced>`
          select a.id, a.site, a.language, a.email, a.account_id is not null as "hasAccount", a.first_name || ' ' || a.last_name as name,
            job.title, organization.name as organization
          from ${APPLICATION} join organization on organization.id = job.organization_id
          where a.id = any(${found}::uuid[]) and ${isDue(ahead)} and ${isUnannounced(OF_APPLICATION, now)}
          for update of a skip locked
        `.execute(trx);
        for (const row of rows) await announce(trx, row, now);
        return rows.length;
      },
    },
    async findDue(database, cutoff, limit) {
      const { rows } = await sql<{ id: string }>`
        select a.id from ${ANNOUNCED} where ${mayBeDeleted(cutoff)} limit ${limit}
      `.execute(database);
      return rows.map(({ id }) => id);
    },
    async deleteDue(trx, cutoff, _limit, found) {
      const { rows } = await sql<DeletedRows>`
        with gone as (
          delete from application where id = any(array(
            select a.id from ${ANNOUNCED} where n.subject_id = any(${found}::uuid[]) and ${mayBeDeleted(cutoff)} for update of a skip locked
          )) returning site
        ) select site, count(*)::integer as count from gone group by site
      `.execute(trx);
      return rows;
    },
    async countDue(database, cutoff, site, limit) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from (
          select from ${ANNOUNCED} where ${mayBeDeleted(cutoff)} and a.site = ${site} limit ${limit}
        ) counted
      `.execute(database);
      return rows[0]!.count;
    },
  };
}

export const applicationRetention = [applicationRule('applications'), applicationRule('interviewedApplications')];

async function announce(
  trx: Kysely<Database>,
  { id, site, language, email: recipient, hasAccount, name, title, organization }: Announced,
  now: Date,
): Promise<void> {
  const until = unitsAfter(now, NOTICE_DAYS, 'day');
  const path = hasAccount ? ownApplicationPath(id) : undefined;
  const details = { path, name, title, organization, until: until.toISOString() };
  const mailId = await putMail(trx, { site, language, template: 'application-deletion', recipient, details }, now);
  await writeNotice(trx, { kind: 'application', subjectId: id, deletesAt: until, mailId }, now);
}

/**
 * Returns when an application will be deleted, as shown to the applicant and the employer.
 *
 * @param row with the state that the reader knows
 * @returns the announced day, or else the expected one; undefined while the application is still open
 */
export async function findDeletion(
  database: Kysely<Database>,
  row: Pick<StoredApplication, 'id' | 'state' | 'updated_at'>,
  { site, now }: { site: BackendSite; now: Date },
): Promise<Date | undefined> {
  const end = endOf({ state: sql`${row.state}::text`, updated: sql`${row.updated_at}::timestamptz` });
  const { rows } = await sql<{ end: Date | null; wasInterviewed: boolean; announced: Date | null }>`
    select ${end} as end, ${wasInterviewed(now)} as "wasInterviewed",
      (select n.deletes_at from retention_notice n where ${isNoticeOf({ ...OF_APPLICATION, since: end }, now)}) as announced
    from ${APPLICATION} where a.id = ${row.id}::uuid
  `.execute(database);
  const found = rows[0];
  if (!found?.end) return undefined;
  if (found.announced) return found.announced;
  const kind = found.wasInterviewed ? 'interviewedApplications' : 'applications';
  const due = unitsAfter(found.end, retentionOf(kind, site).period ?? 0, retentionDefault(kind).unit);
  const earliest = unitsAfter(now, NOTICE_DAYS, 'day');
  return due > earliest ? due : earliest;
}

/** Up to this time, files of applications for a `job` are too old. */
const latestOf = (now: Date): RawBuilder<Date> =>
  sql`(${now}::timestamptz - make_interval(days => (job.details->>'cvDuration')::integer))`;

/**
 * Applications with files that are too old; files that were added later count from their own day. No application is younger than its
 * oldest file by more than the lifetime of an upload, so that the condition on its age only excludes applications by an index.
 */
const dueFiles = (now: Date): RawBuilder<unknown> => sql`
  job join application a on a.job_id = job.id
  where job.details ? 'cvDuration' and a.created_at <= ${latestOf(now)}
    and (a.resume is not null
      or exists (select from application_file f where f.application_id = a.id and f.created_at <= ${latestOf(now)}))
`;

/**
 * Files of applications and the resumes sent with them, once they are older than their job allows (`Job.cvDuration`). The application
 * itself is kept and records when files of it were last deleted. The counts are numbers of applications.
 */
export const applicationFileRetention: RetentionRule = {
  kind: 'applicationFiles',
  batch: MAX_APPLICATIONS,
  async deleteDue(trx, { now }, limit) {
    const { rows } = await sql<DeletedRows>`
      with due as (
        select a.id, ${latestOf(now)} as latest from ${dueFiles(now)} limit ${limit} for update of a skip locked
      ), deleted as (
        delete from application_file f using due where f.application_id = due.id and f.created_at <= due.latest
      ), emptied as (
        update application set files_deleted_at = ${now}, resume = null from due where application.id = due.id returning application.site
      ) select site, count(*)::integer as count from emptied group by site
    `.execute(trx);
    return rows;
  },
  async countDue(database, { now }, site, limit) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (select from ${dueFiles(now)} and a.site = ${site} limit ${limit}) counted
    `.execute(database);
    return rows[0]!.count;
  },
};

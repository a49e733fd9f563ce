import { sql, type Kysely } from 'kysely';
import { MEASURED_DAYS } from '#contract/applications/answer-times.js';
import { WAITING_STATES } from '#contract/applications/closing-message.js';
import { DIGEST_WAIT_DAYS } from '#contract/applications/digest.js';
import type { ApplicationState, DigestFrequency } from '#contract/generated/resolvers.js';
import { JOB_MANAGER_PATH, jobApplicationPath, jobApplicationsPath } from '#contract/pages/paths.js';
import { dayIn, daysBetween } from '#shared/time-zones/time-zone.js';
import { addDays, startOfDay } from '#shared/time-zones/zoned-days.js';
import type { Database } from '../../../platform/database/schema.js';
import type { DigestContent } from '../../../platform/mail/outbox.js';
import { firstAnswer } from '../answering/answer-times.js';

const DAY_MS = 86_400_000;
/** Maximum number of entries in each list of a mail. */
const MAX_LISTED = 15;
/** Number of days that a digest looks ahead: until well after the next one. */
const DAYS_AHEAD: Readonly<Record<'weekly' | 'daily', number>> = { weekly: 8, daily: 3 };

interface WaitingRow {
  organization_id: number;
  job_id: number;
  title: string;
  people: number;
  since: Date;
  states: ApplicationState[];
}

interface InterviewRow {
  organization_id: number;
  job_id: number;
  application_id: string;
  title: string;
  start: Date;
  minutes: number;
  zone: string;
}

interface ClosingRow {
  organization_id: number;
  title: string;
  at: Date;
  zone: string;
}

/** Pending tasks of organizations, for the digests of all their members. No applicant is named. */
export interface OrganizationTasks {
  /** Time zone of the site. */
  timeZone: string;
  waiting: readonly WaitingRow[];
  interviews: readonly InterviewRow[];
  closing: readonly ClosingRow[];
}

/** Finds the pending tasks of organizations of a site. Applicants who have waited for more than `MEASURED_DAYS` are left out. */
export async function findTasks(
  database: Kysely<Database>,
  { site, timeZone, organizations }: { site: string; timeZone: string; organizations: readonly number[] },
  now: Date,
): Promise<OrganizationTasks> {
  const own = sql`any(${organizations}::bigint[])`;
  const since = new Date(now.getTime() - MEASURED_DAYS * DAY_MS);
  const long = startOfDay(addDays(dayIn(timeZone, now), 1 - DIGEST_WAIT_DAYS), timeZone);
  const end = new Date(now.getTime() + DAYS_AHEAD.weekly * DAY_MS);
  // Literals instead of parameters, so that the partial index with this condition is used.
  const undecided = sql`a.state in (${sql.join(WAITING_STATES.map((state) => sql.lit(state)))})`;
  const { rows: waiting } = await sql<WaitingRow>`
    select a.organization_id, a.job_id, job.title, count(*)::integer as people, min(a.created_at) as since, array_agg(distinct a.state) as states
    from application a join job on job.id = a.job_id cross join lateral (${firstAnswer(now)}) answer
    where a.organization_id = ${own} and a.site = ${site} and ${undecided} and a.created_at > ${since} and answer.at is null
    group by a.organization_id, a.job_id, job.title having min(a.created_at) < ${long} order by since, a.job_id
  `.execute(database);
  const { rows: interviews } = await sql<InterviewRow>`
    select a.organization_id, a.job_id, a.id as application_id, job.title, i.starts_at as start, i.minutes, i.time_zone as zone
    from application a join interview i on i.application_id = a.id join job on job.id = a.job_id
    where a.organization_id = ${own} and a.site = ${site} and ${undecided} and i.state = 'booked' and i.starts_at > ${now} and i.starts_at <= ${end}
    order by i.starts_at, a.id
  `.execute(database);
  const { rows: closing } = await sql<ClosingRow>`
    select organization_id, title, expires_at as at, time_zone as zone from job
    where organization_id = ${own} and site = ${site} and state = 'published' and expires_at > ${now} and expires_at <= ${end}
    order by expires_at, id
  `.execute(database);
  return { timeZone, waiting, interviews, closing };
}

/**
 * Builds the digest for a person who works for some of the organizations.
 *
 * @returns undefined if there is nothing to report. A weekly digest needs somebody who waits; upcoming events alone are not enough
 */
export function digestContent(
  tasks: OrganizationTasks,
  { organizations, frequency }: { organizations: readonly number[]; frequency: Exclude<DigestFrequency, 'off'> },
  now: Date,
): DigestContent | undefined {
  const isOwn = ({ organization_id: id }: { organization_id: number }) => organizations.includes(id);
  const end = now.getTime() + DAYS_AHEAD[frequency] * DAY_MS;
  const waiting = tasks.waiting.filter(isOwn);
  const interviews = tasks.interviews.filter((row) => isOwn(row) && row.start.getTime() <= end);
  const closing = tasks.closing.filter((row) => isOwn(row) && row.at.getTime() <= end);
  if (waiting.length === 0 && (frequency === 'weekly' || interviews.length + closing.length === 0)) return undefined;
  const lists = [waiting, interviews, closing];
  return {
    people: waiting.reduce((sum, { people }) => sum + people, 0),
    waiting: waiting.slice(0, MAX_LISTED).map(({ title, job_id: job, people, since, states }) => ({
      title,
      // The list can show one state, or all of them.
      path: jobApplicationsPath(String(job)) + (states.length === 1 ? `?state=${states[0]}` : ''),
      people,
      days: daysBetween(dayIn(tasks.timeZone, since), dayIn(tasks.timeZone, now)),
    })),
    interviews: interviews.slice(0, MAX_LISTED).map(({ title, job_id: job, application_id: id, start, ...rest }) => ({
      title,
      path: jobApplicationPath(String(job), id),
      start: start.toISOString(),
      minutes: rest.minutes,
      zone: rest.zone,
    })),
    closing: closing.slice(0, MAX_LISTED).map(({ title, at, zone }) => ({
      title,
      path: `${JOB_MANAGER_PATH}?state=published`,
      day: dayIn(zone, at),
    })),
    more: lists.reduce((count, { length }) => count + Math.max(length - MAX_LISTED, 0), 0),
  };
}

import { sql, type Kysely, type Transaction } from 'kysely';
import type { DigestFrequency, ApplicationState } from '#contract/generated/resolvers.js';
import { APPLICATIONS_PATH, JOB_MANAGER_PATH, jobApplicationPath, jobApplicationsPath } from '#contract/pages/paths.js';
import {
  MEASURED_DAYS,
  WAITING_STATES,
  DIGEST_WAIT_DAYS,
  DIGEST_HOURS,
} from '#contract/applications/recruiting-rules.js';
import { dayIn, daysBetween, timeZoneOf } from '#shared/time-zones/time-zone.js';
import { addDays, startOfDay, instantIn } from '#shared/time-zones/zoned-days.js';
import type { BackendLogger, BackendSite } from '#contract/backend/backend.js';
import { observeTask } from '#shared/telemetry/telemetry.js';
import type { Database } from '../../../platform/database/schema.js';
import { insertingMails, type Mail, type DigestContent } from '../../../platform/mail/outbox.js';
import { MAY_GET_MAILS } from '../recipients/employer-recipients.js';
import { firstAnswer } from '../answering/answer-times.js';
import {
  type BackgroundTask,
  RecurringWork,
  type RoundResult,
} from '../../../platform/background-jobs/recurring-work.js';

// The machine's clock may be changed while the worker sleeps.
const MAX_SLEEP_MS = 600_000;

const MIN_SLEEP_MS = 200;
const RETRY_MS = 30_000;
const BUSY_MS = 5000;
const SATURDAY = 6;
const SUNDAY = 0;

const DAY_MS = 86_400_000;

/** Maximum number of entries in each list of a mail. */
const MAX_LISTED = 15;

/** Number of days that a digest looks ahead: until well after the next one. */
const DAYS_AHEAD: Readonly<Record<'weekly' | 'daily', number>> = { weekly: 8, daily: 3 };

/** Maximum number of people in a transaction. */
const PEOPLE_A_TURN = 200;
const LOCK = 0x6469_6765;

interface Reader {
  id: string;
  email: string;
  language: string;
  frequency: Exclude<DigestFrequency, 'off'>;
  token: string;
  organizations: number[];
}

/** Site and morning for which digests are sent. */
export interface Turn {
  site: string;
  timeZone: string;
  day: string;
  monday: string;
  /** Id of the last account that was processed; `FIRST` at the beginning. */
  after: string;
}

/** Sorts before the id of every account. */
export const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Writes the digests of the next readers of this morning. Processed readers are recorded in the transaction that queues the mails, so
 * that each gets at most one digest a day or week, even if the process dies. An advisory lock admits one process at a time.
 *
 * @returns the id of the last processed account, to continue after it; undefined if none was left; `busy` if another process holds the
 *   lock
 */
export async function sendDigests(
  database: Kysely<Database>,
  turn: Turn,
  now: Date,
): Promise<{ last: string | undefined; mails: number } | 'busy'> {
  return database.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}, hashtext(${turn.site})) as got
    `.execute(trx);
    if (!lock[0]?.got) return 'busy';
    const readers = await takeReaders(trx, turn);
    const organizations = [...new Set(readers.flatMap((reader) => reader.organizations))];
    const mails: Mail[] = [];
    if (organizations.length > 0) {
      const tasks = await findTasks(trx, { ...turn, organizations }, now);
      for (const reader of readers) {
        const content = digestContent(tasks, reader, now);
        if (content) mails.push(digestMail(turn.site, reader, JSON.stringify(content)));
      }
    }
    if (mails.length > 0) await sql`with made as (select 1) ${insertingMails(mails, 'made', now)}`.execute(trx);
    return { last: readers.at(-1)?.id, mails: mails.length };
  });
}

/**
 * Selects the next readers who have not been processed for this day or, if weekly, since the Monday of its week, and records the day for
 * them. A recorded day far in the future comes from a wrong clock and is ignored.
 */
async function takeReaders(trx: Transaction<Database>, { site, day, monday, after }: Turn): Promise<Reader[]> {
  const isDue = sql`(
    r.digest_day is null or r.digest_day > ${day}::date + 7
    or r.digest_day < case r.digest when 'daily' then ${day}::date else ${monday}::date end
  )`;
  const { rows } = await sql<Reader>`
    with due as (
      select account.id from organization_member m join organization o on o.id = m.organization_id join account on account.id = m.account_id
      left join recruiting_mail r on r.account_id = account.id and r.site = ${site}
      where m.account_id > ${after}::uuid and o.site = ${site} and o.state <> 'closed' and ${MAY_GET_MAILS}
        and coalesce(r.digest, 'weekly') <> 'off' and ${isDue}
      group by account.id order by account.id limit ${PEOPLE_A_TURN}
    ), taken as (
      insert into recruiting_mail (account_id, site, digest_day) select id, ${site}, ${day}::date from due
      on conflict (account_id, site) do update set digest_day = excluded.digest_day
      returning account_id, digest, token
    )
    select account.id, account.email, account.language, taken.digest as frequency, taken.token, (
      select json_agg(o.id order by o.id) from organization_member m join organization o on o.id = m.organization_id
      where m.account_id = account.id and o.site = ${site} and o.state <> 'closed'
    ) as organizations
    from taken join account on account.id = taken.account_id where taken.digest <> 'off' order by account.id
  `.execute(trx);
  return rows;
}

function digestMail(site: string, { id, email, language, token, organizations }: Reader, content: string): Mail {
  const details = {
    path: APPLICATIONS_PATH,
    member: id,
    organizations: JSON.stringify(organizations),
    content,
    digestToken: token,
  };
  return { site, language, template: 'recruiting-digest', recipient: email, details };
}

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
interface OrganizationTasks {
  /** Time zone of the site. */
  timeZone: string;
  waiting: readonly WaitingRow[];
  interviews: readonly InterviewRow[];
  closing: readonly ClosingRow[];
}

/** Finds the pending tasks of organizations of a site. Applicants who have waited for more than `MEASURED_DAYS` are left out. */
async function findTasks(
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
function digestContent(
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

interface DigestWorkerOptions {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
  clock: () => Date;
  logger: BackendLogger;
}

/** By the name of a site: the last day for which this process has found all digests written. */
type FinishedDays = Map<string, string>;

/** The morning of a working day on which digests are sent. */
interface DigestMorning {
  /** Date in the time zone of the site: `2026-11-26`. */
  day: string;
  /** The Monday of that week: a weekly digest that was sent since then is not sent again. */
  monday: string;
  from: Date;
  until: Date;
}

/** Sends digests on the mornings of working days, in the time zone of each site. */
export function startDigestWorker(options: DigestWorkerOptions): BackgroundTask {
  const { logger } = options;
  const finished: FinishedDays = new Map();
  const work: RecurringWork = new RecurringWork({
    shortestMs: MIN_SLEEP_MS,
    longestMs: MAX_SLEEP_MS,
    retryMs: RETRY_MS,
    round: () => runDigests(options, finished, () => work.isStopped),
    onFailure: (error) => logger.error({ error: (error as Error).message }, 'Digests could not be sent'),
  });
  work.wake();
  return work;
}

/** Runs one round: writes the digests of each site on which it is morning. @returns the time until the next round */
export async function runDigests(
  { database, sites, clock, logger }: DigestWorkerOptions,
  finished: FinishedDays = new Map(),
  isStopped: () => boolean = () => false,
): Promise<RoundResult> {
  let nextInMs = Infinity;
  for (const site of sites.filter(({ mail, roles }) => mail && roles?.recruiter !== false)) {
    const timeZone = timeZoneOf(site);
    const morning = digestMorning(clock(), timeZone);
    if (clock() < morning.from || finished.get(site.name) === morning.day) {
      const next = clock() < morning.from ? morning.from : morning.until;
      nextInMs = Math.min(nextInMs, next.getTime() - clock().getTime());
      continue;
    }
    const mails = await sendAll(database, { site: site.name, timeZone, ...morning }, { clock, isStopped });
    if (mails === 'stopped') return { nextInMs: 0 };
    // Another process is sending them.
    if (mails === 'busy') return { nextInMs: BUSY_MS };
    finished.set(site.name, morning.day);
    if (mails > 0) logger.info({ site: site.name, mails }, 'Queued digest emails');
    nextInMs = 0;
  }
  return { nextInMs };
}

/** @returns the number of mails written */
async function sendAll(
  database: Kysely<Database>,
  morning: Omit<Turn, 'after'>,
  { clock, isStopped }: { clock: () => Date; isStopped: () => boolean },
): Promise<number | 'busy' | 'stopped'> {
  let mails = 0;
  for (let after = FIRST; ;) {
    if (isStopped()) return 'stopped';
    const turn = { ...morning, after };
    const sent = await observeTask('digest', 'send', () => sendDigests(database, turn, clock()));
    if (sent === 'busy') return 'busy';
    mails += sent.mails;
    if (sent.last === undefined) return mails;
    after = sent.last;
  }
}

/**
 * @returns the current morning in a time zone, or else the next one; computed by calendar days, so that DST changes skip and repeat none
 */
export function digestMorning(now: Date, timeZone: string): DigestMorning {
  for (let day = dayIn(timeZone, now); ; day = addDays(day, 1)) {
    const weekday = new Date(day).getUTCDay();
    if (weekday === SATURDAY || weekday === SUNDAY) continue;
    const until = atHour(day, DIGEST_HOURS.until, timeZone);
    if (now >= until) continue;
    return { day, monday: addDays(day, 1 - weekday), from: atHour(day, DIGEST_HOURS.from, timeZone), until };
  }
}

function atHour(day: string, hour: number, timeZone: string): Date {
  // The input is a valid calendar time: the result is never undefined.
  return instantIn(`${day}T${String(hour).padStart(2, '0')}:00`, timeZone)!;
}

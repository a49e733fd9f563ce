import { sql, type Kysely } from 'kysely';
import { dayIn, daysBetween } from '#shared/time-zones/time-zone.js';
import { endOfDayOf } from '#shared/time-zones/zoned-days.js';
import type { Database, JobState } from '../../../platform/database/schema.js';
import type { EditingPlace } from '../../forms/stored-draft.js';
import { buildJobRow, type Building, type JobPeriod } from '../build-job.js';
import { changedEnd } from '../changed-fields.js';
import { type DraftedJob, FORM_SOURCE } from '../job-drafts.js';
import { hashWithDates } from '../../jobs/job.repository.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import { type ChangeStep, IS_SUBMISSION, type ManualJobStep, SHOWING_STEPS } from './job-workflow.js';

/** A permitted step, with its result. */
export interface AllowedMove {
  step: ManualJobStep;
  drafted: DraftedJob;
  to: JobState;
  change: ChangeStep | undefined;
  desired: JobPeriod;
}

interface Storing {
  indexer: SearchIndexer;
  building: Building;
}

/** @returns whether the step applies the values of the form, which must then be valid */
export function takesFormOver({ step, drafted, change }: Pick<AllowedMove, 'step' | 'drafted' | 'change'>): boolean {
  if (change) return change === 'approved';
  // Renewing a job while a change waits extends the stored version.
  return SHOWING_STEPS.includes(step) && drafted.job.change_submitted_at === null;
}

/** Stores the result of a step, within the transaction that has checked it. */
export async function storeMove(
  trx: Kysely<Database>,
  move: AllowedMove,
  { indexer, building }: Storing,
  { now, site, accountId }: EditingPlace,
): Promise<void> {
  const { step, drafted, to, change } = move;
  const { job, version } = drafted;
  const { publishedAt, expiresAt } = await timesOf(trx, move, now);
  const isPublished = to === 'published' && change === undefined && job.change_submitted_at === null;
  // The draft ends with publication; until then it is kept, with the requested period, because the job may be sent back.
  const isFormOver = isPublished || (change === 'approved' && to === 'published');
  // The stored version stays untouched while a change is submitted or returned: a scheduled job is released as approved.
  const isUntouched = (change === 'submitted' || change === 'returned') && expiresAt === job.expires_at;
  // The database sets the end of a job that is archived.
  const hasNewDates =
    (to === 'archived' && job.state !== 'archived') ||
    publishedAt.getTime() !== job.published_at.getTime() ||
    expiresAt?.getTime() !== job.expires_at?.getTime();
  const columns = {
    ...(takesFormOver(move) ? await contentOf(drafted, { state: to, publishedAt, expiresAt }, building) : {}),
    // This also marks a job without a hash, which its feed had closed: once somebody has shown it again, no import opens it when it is
    // closed.
    ...(hasNewDates && job.source !== FORM_SOURCE ? { content_hash: hashWithDates(job) } : {}),
    ...(isFormOver ? { form_version: version + 1 } : {}),
    ...(change === undefined ? {} : { change_submitted_at: change === 'submitted' ? now : null }),
    // A waiting change now belongs to the draft that the job has become.
    ...(step === 'unpublish' ? { change_submitted_at: null } : {}),
    state: to,
    featured: job.featured,
    top: job.top,
    published_at: publishedAt,
    expires_at: expiresAt,
    updated_at: isUntouched ? job.updated_at : now,
  };
  await trx.updateTable('job').set(columns).where('id', '=', job.id).execute();
  if (isFormOver) await trx.deleteFrom('job_draft').where('job_id', '=', job.id).execute();
  else if (change === 'submitted' || (step === 'renew' && job.change_submitted_at !== null))
    await storeChange(trx, move, { accountId, now });
  if (step === 'approve') await showOrganization(trx, indexer, job.organization_id);
  if (to === 'published' || job.state === 'published') await indexer.index(trx, [String(job.id)]);
  // Wakes the schedule workers of all processes.
  if (to === 'scheduled') await sql`insert into data_change (kind, site) values ('schedule', ${site})`.execute(trx);
}

async function timesOf(trx: Kysely<Database>, { step, drafted, to, change, desired }: AllowedMove, now: Date) {
  const { job, wasPublic } = drafted;
  const before = { publishedAt: job.published_at, expiresAt: job.expires_at };
  // While a change waits or is returned, the period stays the same, except that a published job can be extended at once.
  if ((change === 'submitted' && !(step === 'renew' && to === 'published')) || change === 'returned') return before;
  // The job was public during the review of a change: no days are lost.
  const kind = change === 'approved' ? (job.state === 'archived' ? 'renew' : 'update') : step;
  const submitted = kind === 'approve' ? { submittedAt: await submittedAt(trx, job.id, now) } : {};
  const wished = { ...desired };
  // The public end is a certain moment of its day. It is kept unless another day is requested, or the time zone has changed.
  const isSameEnd = !changedEnd(drafted) && desired.timeZone === job.time_zone;
  if (kind === 'update' && job.state === 'published' && isSameEnd) delete wished.end;
  return timesAfter(kind, { now, state: job.state, to, desired: wished, wasPublic, ...before, ...submitted }) ?? before;
}

async function submittedAt(trx: Kysely<Database>, jobId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select e.at from job_event e where e.job_id = ${jobId} and ${IS_SUBMISSION} order by e.id desc limit 1
  `.execute(trx);
  return rows[0]?.at ?? now;
}

async function contentOf(
  { job, fields }: DraftedJob,
  shown: { state: JobState; publishedAt: Date; expiresAt: Date | null },
  building: Building,
) {
  const form = {
    type: job.type,
    values: fields,
    organizationId: job.organization_id,
    featured: job.featured,
    top: job.top,
    source: job.source,
    sourceKey: job.source_key,
    questions: job.application_qualifying_questions,
  };
  const { details, application_qualifying_questions: questions, ...row } = await buildJobRow(form, shown, building);
  return {
    ...row,
    organization_id: job.organization_id,
    // With the hash of what its source has provided, an imported job is changed by the next import only if its source has changed.
    ...(job.source === FORM_SOURCE ? {} : { content_hash: job.content_hash }),
    details: JSON.stringify(details),
    application_qualifying_questions: JSON.stringify(questions),
  };
}

/**
 * A waiting change needs a draft, even if the job is only to be renewed. A renewal that takes effect at once removes the requested end from
 * it: the approval of the change must not set the end back.
 */
async function storeChange(
  trx: Kysely<Database>,
  { step, to, drafted: { job } }: AllowedMove,
  { accountId, now }: Pick<EditingPlace, 'accountId' | 'now'>,
): Promise<void> {
  const isExtended = step === 'renew' && to === 'published';
  await sql`
    insert into job_draft (job_id, version, fields, changed_by, changed_at)
    values (${job.id}, ${job.form_version + 1}, '{}', ${accountId}::uuid, ${now})
    on conflict (job_id) do update set fields = case when ${isExtended}::boolean
      then job_draft.fields - 'expiration' - 'duration' else job_draft.fields end
  `.execute(trx);
}

/** Approving the first job of an organization approves the organization too. */
async function showOrganization(trx: Kysely<Database>, indexer: SearchIndexer, id: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('organization')
    .set({ state: 'public' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await indexer.indexOrganizations(trx, [String(id)]);
}

/** Period in which a job is shown. */
interface JobTimes {
  publishedAt: Date;
  expiresAt: Date;
}

/** State of the job before a step, which determines the period together with the step. */
export interface TimesBefore {
  now: Date;
  state: JobState;
  /** State after the step. */
  to: JobState;
  /** Stored dates; `expiresAt` is null without an end. */
  publishedAt: Date;
  expiresAt: Date | null;
  /** Whether the job has been public before: its first date is then kept. */
  wasPublic: boolean;
  /** Time of submission for review; undefined if it does not wait for review. */
  submittedAt?: Date;
  /** Period that the form requests: a publication date, a last moment, or a number of days. */
  desired: JobPeriod;
}

/** @returns the period that a step sets; undefined if it changes none */
export function timesAfter(step: ManualJobStep, before: TimesBefore): JobTimes | undefined {
  const { now, state, desired, wasPublic, submittedAt } = before;
  const start = desired.start && desired.start > now ? desired.start : now;
  switch (step) {
    case 'publish':
      return period(wasPublic ? before.publishedAt : now, now, desired);
    case 'schedule':
      return period(start, start, desired);
    case 'submit':
      return period(wasPublic ? before.publishedAt : start, start, desired);
    case 'update':
      // A scheduled job may have got another date; for a published job, only the end can change.
      if (state === 'scheduled') return period(start, start, desired);
      return { publishedAt: before.publishedAt, expiresAt: desired.end ?? before.expiresAt ?? later(now, desired) };
    case 'approve': {
      const { publishedAt, expiresAt } = before;
      if (before.to === 'scheduled') return { publishedAt, expiresAt: expiresAt ?? later(publishedAt, desired) };
      const shownSince = wasPublic ? publishedAt : now;
      // A last day to apply is what the employer has told people.
      if (desired.end && desired.end > now) return { publishedAt: shownSince, expiresAt: desired.end };
      // The days for which the review was pending are added: a job that was sent and approved on the same day lost none.
      const wanted = !wasPublic && submittedAt && publishedAt > submittedAt ? publishedAt : (submittedAt ?? now);
      const { timeZone } = desired;
      const lost = Math.max(0, daysBetween(dayIn(timeZone, wanted), dayIn(timeZone, now)));
      const end = expiresAt ? endOfDayOf(expiresAt, timeZone, lost) : later(now, desired);
      return { publishedAt: shownSince, expiresAt: end };
    }
    case 'renew':
      if (state === 'archived') return { publishedAt: now, expiresAt: later(now, desired) };
      return { publishedAt: before.publishedAt, expiresAt: extendedEnd(before.expiresAt, now, desired) };
    default:
      return undefined;
  }
}

/** @returns the end of a published job that is renewed: no day is lost that it would have been shown anyway, perhaps for money */
export function extendedEnd(expiresAt: Date | null, now: Date, desired: JobPeriod): Date {
  return later(expiresAt && expiresAt > now ? expiresAt : now, desired);
}

function period(publishedAt: Date, from: Date, desired: JobPeriod): JobTimes {
  return { publishedAt, expiresAt: desired.end ?? later(from, desired) };
}

/** A number of days ends at the end of a day: nobody expects a job to close at the minute of its publication. */
function later(date: Date, { days, timeZone }: JobPeriod): Date {
  return endOfDayOf(date, timeZone, days);
}

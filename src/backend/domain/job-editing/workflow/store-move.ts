import { sql, type Kysely } from 'kysely';
import type { Database, JobState } from '../../../platform/database/schema.js';
import type { EditingPlace } from '../../forms/stored-draft.js';
import { buildJobRow, type Building, type JobPeriod } from '../build-job.js';
import { changedEnd } from '../changed-fields.js';
import type { DraftedJob } from '../job-drafts.js';
import type { SearchIndexer } from '../../../platform/search-index/search-indexer.port.js';
import { timesAfter } from './job-times.js';
import { type ChangeStep, type PeoplesStep, SHOWING_STEPS } from './job-workflow.js';

/** A step that may be taken, and where it leads. */
export interface AllowedMove {
  step: PeoplesStep;
  drafted: DraftedJob;
  to: JobState;
  change: ChangeStep | undefined;
  desired: JobPeriod;
}

interface Storing {
  indexer: SearchIndexer;
  building: Building;
}

/** @returns whether what the form holds takes the place of what is stored, so that it has to be right */
export function takesFormOver({ step, drafted, change }: Pick<AllowedMove, 'step' | 'drafted' | 'change'>): boolean {
  if (change) return change === 'approved';
  // A job that is renewed while a change of it waits is shown longer as it is.
  return SHOWING_STEPS.includes(step) && drafted.job.change_submitted_at === null;
}

/** Stores what a step makes of a job, within the transaction that has allowed the step. */
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
  // The form begins anew; until everybody sees it, it may come back to be changed, with what was wished for it.
  const isFormOver = isPublished || (change === 'approved' && to === 'published');
  // What is stored stays untouched while a change of it goes to and fro: a scheduled job is released as it was approved.
  const isUntouched = (change === 'submitted' || change === 'returned') && expiresAt === job.expires_at;
  const columns = {
    ...(takesFormOver(move) ? await contentOf(drafted, { state: to, publishedAt, expiresAt }, building) : {}),
    ...(isFormOver ? { form_version: version + 1 } : {}),
    ...(change === undefined ? {} : { change_submitted_at: change === 'submitted' ? now : null }),
    // A change that waited belongs to the draft that the job is now.
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
  else if (change === 'submitted') await storeChange(trx, move, { accountId, now });
  if (step === 'approve') await showOrganization(trx, indexer, job.organization_id);
  if (to === 'published' || job.state === 'published') await indexer.index(trx, [String(job.id)]);
  // Other processes wait for the next one that is due.
  if (to === 'scheduled') await sql`insert into data_change (kind, site) values ('schedule', ${site})`.execute(trx);
}

async function timesOf(trx: Kysely<Database>, { step, drafted, to, change, desired }: AllowedMove, now: Date) {
  const { job, wasPublic } = drafted;
  const before = { publishedAt: job.published_at, expiresAt: job.expires_at };
  // While a change waits, or goes back, everything stays as it is, except that a job that is shown can be shown longer at once.
  if ((change === 'submitted' && !(step === 'renew' && to === 'published')) || change === 'returned') return before;
  // Nobody had to wait for a change to see the job: no days are lost.
  const kind = change === 'approved' ? (job.state === 'archived' ? 'renew' : 'update') : step;
  const submitted = kind === 'approve' ? { submittedAt: await submittedAt(trx, job.id, now) } : {};
  const wished = { ...desired };
  // The end that everybody sees is a moment of its day, and stays that one unless another day is wished for, or that day in another zone.
  const isSameEnd = !changedEnd(drafted) && desired.timeZone === job.time_zone;
  if (kind === 'update' && job.state === 'published' && isSameEnd) delete wished.end;
  return timesAfter(kind, { now, state: job.state, to, desired: wished, wasPublic, ...before, ...submitted }) ?? before;
}

async function submittedAt(trx: Kysely<Database>, jobId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select at from job_event where job_id = ${jobId} and to_state = 'needs_review' order by id desc limit 1
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
    details: JSON.stringify(details),
    application_qualifying_questions: JSON.stringify(questions),
  };
}

/** What waits has a draft, also where a job is only to be shown again; what was wished for its end is used up where that is granted. */
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

/** Whoever has looked at its first job has looked at the organization. */
async function showOrganization(trx: Kysely<Database>, indexer: SearchIndexer, id: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('organization')
    .set({ state: 'public' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await indexer.indexOrganizations(trx, [String(id)]);
}

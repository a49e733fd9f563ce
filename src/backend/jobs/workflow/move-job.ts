import { sql, type Kysely } from 'kysely';
import { jobFields } from '../../../contract/job-form/job-fields.js';
import type { JobFormFault } from '../../../contract/job-form/job-form-rules.js';
import { jobPath } from '../../../contract/paths.js';
import { activeProfile } from './verified.js';
import type { Viewer } from '../../accounts/viewer.js';
import { closeApplications } from '../../applications/closing/close-applications.js';
import type { ClosingText } from '../../applications/closing/closing-texts.js';
import type { Database, JobState } from '../../database/schema.js';
import type { EditingPlace } from '../../defined-form/kept-draft.js';
import { buildJobRow, type Building, wishOf } from '../editing/build-job.js';
import { checkJob } from '../editing/check-job.js';
import { type DraftedJob, findDraftedJob } from '../editing/job-drafts.js';
import { actorOf } from '../editing/job-place.js';
import type { SearchIndexer } from '../search-indexer.port.js';
import { writeJobEvent } from './job-events.js';
import { timesAfter } from './job-times.js';
import { nextState, type PeoplesStep, SHOWING_STEPS } from './job-workflow.js';
import { needsReview } from './needs-review.js';
import { tellSubmitter } from './tell-submitter.js';

export interface JobMove {
  id: number;
  step: PeoplesStep;
  /** Of what the form held; undefined: whatever it holds. */
  version?: number | undefined;
  reason?: string | undefined;
  /** What those are told who wait for a decision about a job that is archived. */
  closing?: readonly ClosingText[] | undefined;
}

export type MoveOutcome =
  { kind: 'moved' } | { kind: 'missing' } | { kind: 'conflict' } | { kind: 'faults'; faults: JobFormFault[] };

interface Moving {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  building: Building;
  /** On this site nobody who has applied is left without a word. */
  needsClosing: boolean;
}

const LONGEST_REASON = 2000;

/**
 * Takes a job a step further, with all that belongs to it, or not at all: its columns, the search index, what happened, and the mail. Two
 * who do it at once do it one after the other, and the second is told.
 */
export async function moveJob(
  moving: Moving,
  move: JobMove,
  place: EditingPlace,
  viewer: Viewer,
): Promise<MoveOutcome> {
  return moving.database.transaction().execute(async (trx) => {
    const drafted = await findDraftedJob(trx, move.id, place, true);
    const actor = drafted && actorOf(viewer, drafted.job.organization_id);
    if (!drafted || !actor) return { kind: 'missing' };
    const { rules } = moving.building;
    const { job, organization, fields, version, wasPublic } = drafted;
    if (organization.state === 'closed') return wrong({ rule: 'organization' });
    if (move.version !== undefined && move.version !== version) return { kind: 'conflict' };
    const wish = wishOf(fields, rules);
    const isAhead = job.published_at > place.now;
    const review = needsReview(rules, organization);
    const next = nextState({ step: move.step, state: job.state, actor, review, isAhead, wasPublic });
    if (!next.ok) return wrong({ rule: next.refusal });
    const shows = SHOWING_STEPS.includes(move.step);
    if (shows && !activeProfile(viewer)) return wrong({ rule: 'unverified' });
    const reason = move.reason?.trim();
    if (move.step === 'send_back' && !reason) return wrong({ field: 'reason', rule: 'required' });
    if ((reason?.length ?? 0) > LONGEST_REASON) return wrong({ field: 'reason', rule: 'tooLong' });
    if (shows) {
      const faults = checkMove(move.step, drafted, { building: moving.building, now: place.now });
      if (faults.length > 0) return { kind: 'faults', faults };
    }
    if (move.step === 'archive' && moving.needsClosing) {
      const closed = { id: job.id, title: job.title, organization: organization.name };
      const closer = { accountId: viewer.accountId, email: viewer.email };
      const told = await closeApplications(trx, closed, move.closing, closer, place.now);
      if (told.kind === 'faults') return told;
    }
    await write(trx, moving, { move, drafted, to: next.to, wish }, place);
    await writeJobEvent(
      trx,
      { jobId: job.id, actorId: place.accountId, step: move.step, from: job.state, to: next.to, reason },
      place.now,
    );
    const about = {
      jobId: job.id,
      organizationId: job.organization_id,
      title: fields.title?.[0] ?? job.title,
      site: place.site,
    };
    if (move.step === 'send_back') await tellSubmitter(trx, about, { approved: false, reason: reason! }, place.now);
    if (move.step === 'approve')
      await tellSubmitter(trx, about, { approved: true, path: jobPath(String(job.id), about.title) }, place.now);
    return { kind: 'moved' };
  });
}

function wrong(fault: JobFormFault): MoveOutcome {
  return { kind: 'faults', faults: [fault] };
}

function checkMove(
  step: PeoplesStep,
  { job, fields }: DraftedJob,
  { building, now }: { building: Building; now: Date },
): JobFormFault[] {
  const { rules, terms } = building;
  // Renewed for another period: the end that it had is over.
  const values = step === 'renew' ? { ...fields, expiration: [] } : fields;
  const faults = checkJob(jobFields(job.type, rules), values, { terms, now });
  const { start } = wishOf(fields, rules);
  if (step === 'schedule' && !(start && start > now)) faults.push({ field: 'published', rule: 'notAhead' });
  return faults;
}

async function submittedAt(trx: Kysely<Database>, jobId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select at from job_event where job_id = ${jobId} and to_state = 'needs_review' order by id desc limit 1
  `.execute(trx);
  return rows[0]?.at ?? now;
}

interface Written {
  move: JobMove;
  drafted: DraftedJob;
  to: JobState;
  wish: ReturnType<typeof wishOf>;
}

async function write(
  trx: Kysely<Database>,
  { indexer, building }: Moving,
  { move, drafted, to, wish }: Written,
  { now, site }: EditingPlace,
): Promise<void> {
  const { job, fields, version, wasPublic } = drafted;
  const { step } = move;
  const times = timesAfter(step, {
    ...{ now, state: job.state, to, wish, wasPublic },
    ...{ publishedAt: job.published_at, expiresAt: job.expires_at },
    ...(step === 'approve' ? { submittedAt: await submittedAt(trx, job.id, now) } : {}),
  });
  const publishedAt = times?.publishedAt ?? job.published_at;
  const expiresAt = times ? times.expiresAt : job.expires_at;
  // The form begins anew; until everybody sees it, it may come back to be changed, with what was wished for it.
  const shown = to === 'published' ? { form_version: version + 1 } : {};
  if (SHOWING_STEPS.includes(step)) {
    const form = {
      ...{ type: job.type, values: fields, organizationId: job.organization_id, featured: job.featured, top: job.top },
      ...{ source: job.source, sourceKey: job.source_key, questions: job.application_qualifying_questions },
    };
    const {
      details,
      application_qualifying_questions: questions,
      ...row
    } = await buildJobRow(form, { state: to, publishedAt, expiresAt }, building);
    await trx
      .updateTable('job')
      .set({
        ...row,
        ...shown,
        organization_id: job.organization_id,
        details: JSON.stringify(details),
        application_qualifying_questions: JSON.stringify(questions),
        updated_at: now,
      })
      .where('id', '=', job.id)
      .execute();
  } else
    await trx
      .updateTable('job')
      .set({ ...shown, state: to, published_at: publishedAt, expires_at: expiresAt, updated_at: now })
      .where('id', '=', job.id)
      .execute();
  if (to === 'published') await trx.deleteFrom('job_draft').where('job_id', '=', job.id).execute();
  if (step === 'approve') await showOrganization(trx, indexer, job.organization_id);
  if (to === 'published' || job.state === 'published') await indexer.index(trx, [String(job.id)]);
  // Other processes wait for the next one that is due.
  if (to === 'scheduled') await sql`insert into data_change (kind, site) values ('schedule', ${site})`.execute(trx);
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

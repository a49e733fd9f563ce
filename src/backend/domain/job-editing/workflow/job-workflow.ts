import { sql, type Kysely } from 'kysely';
import type { JobRules } from '#contract/job-form/job-form.js';
import type { JobEvent } from '#contract/generated/resolvers.js';
import type { JobState, Database } from '../../../platform/database/schema.js';
import { mayActForOrganization, type Viewer } from '../../../platform/graphql/request-context.js';

/** Steps of a job; `release` and `expire` are taken by the worker. */
export const JOB_STEPS = [
  ...(['submit', 'publish', 'schedule', 'update', 'approve', 'send_back'] as const),
  ...(['withdraw', 'archive', 'renew', 'unpublish', 'release', 'expire'] as const),
] as const;
export type JobStep = (typeof JOB_STEPS)[number];
/** Steps that people take. */
export type ManualJobStep = Exclude<JobStep, 'release' | 'expire'>;

/** Actors: members of the job's organization, reviewers of the site, or the worker that acts by the clock. */
export const JOB_ACTORS = ['owner', 'editor', 'job_editor', 'site_admin', 'administrator', 'clock'] as const;
export type JobActor = (typeof JOB_ACTORS)[number];

/** Reason why a step is refused. */
export type StepRefusal =
  /** The step is not possible in the current state. */
  | 'state'
  /** The step is reserved for other actors. */
  | 'actor'
  /** The job must be reviewed first. */
  | 'review'
  /** The job needs no review. */
  | 'noReview'
  /** A change of the job already waits for review. */
  | 'waiting';

/**
 * Effect of a step on a change that waits for review while the stored version stays public: the change is submitted, replaces the stored
 * version, or is returned to its author.
 */
export type ChangeStep = 'submitted' | 'approved' | 'returned';

export type NextState = { ok: true; to: JobState; change?: ChangeStep } | { ok: false; refusal: StepRefusal };

interface StepRule {
  from: readonly JobState[];
  by: readonly JobActor[];
  /** `same`: the state is kept. `start`: scheduled if the publication date is in the future, otherwise published. */
  to: JobState | 'same' | 'start';
  /** Only for jobs that have been public. */
  onlyPublic?: true;
  /** Effect on members whose jobs are reviewed: the step is refused, or the change waits for review. */
  underReview?: 'refused' | 'changeWaits';
}

const REVIEWERS: readonly JobActor[] = ['job_editor', 'site_admin', 'administrator'];
/** Steps of these actors need no review. */
export function isReviewer(actor: JobActor): boolean {
  return REVIEWERS.includes(actor);
}
const PEOPLE: readonly JobActor[] = ['owner', 'editor', ...REVIEWERS];
const CLOCK: readonly JobActor[] = ['clock'];

const RULES: Readonly<Record<JobStep, StepRule>> = {
  submit: { from: ['draft'], by: PEOPLE, to: 'needs_review' },
  publish: { from: ['draft'], by: PEOPLE, to: 'published', underReview: 'refused' },
  schedule: { from: ['draft'], by: PEOPLE, to: 'scheduled', underReview: 'refused' },
  update: { from: ['published', 'scheduled'], by: PEOPLE, to: 'same', underReview: 'changeWaits' },
  approve: { from: ['needs_review'], by: REVIEWERS, to: 'start' },
  send_back: { from: ['needs_review'], by: REVIEWERS, to: 'draft' },
  withdraw: { from: ['needs_review', 'scheduled'], by: PEOPLE, to: 'draft' },
  // Archived jobs stay visible as closed jobs: a draft that was never public is deleted instead.
  archive: { from: ['published', 'draft'], by: PEOPLE, to: 'archived', onlyPublic: true },
  renew: { from: ['published', 'archived'], by: PEOPLE, to: 'published', underReview: 'changeWaits' },
  // By a reviewer, with a reason; the organization corrects the job and submits it for review.
  unpublish: { from: ['published', 'scheduled'], by: REVIEWERS, to: 'draft' },
  release: { from: ['scheduled'], by: CLOCK, to: 'published' },
  expire: { from: ['published'], by: CLOCK, to: 'archived' },
};

export interface StepQuestion {
  step: JobStep;
  state: JobState;
  actor: JobActor;
  /** Whether jobs of this organization are reviewed before publication. */
  review: boolean;
  /** Whether a change waits for review; the stored version stays unchanged meanwhile. */
  changeWaits?: boolean;
  /** Whether the form differs from the stored version in more than dates. Relevant only with reviews. */
  hasNewContent?: boolean;
  /** Whether the publication date is in the future. */
  isAhead?: boolean;
  /** Whether the job has ever been public. */
  wasPublic?: boolean;
  /** Whether a reviewer has unpublished the job, and none has published it again since. */
  wasUnpublished?: boolean;
}

/** Single definition of which step may follow which, and who may take it (REC-02). */
export function nextState(question: StepQuestion): NextState {
  const { step, state, actor, review, isAhead = false } = question;
  const { wasPublic = state === 'published' || state === 'archived', hasNewContent = true } = question;
  const { from, by, to, underReview, onlyPublic } = RULES[step];
  if (!by.includes(actor)) return { ok: false, refusal: 'actor' };
  // A draft is excluded: the change of a job that went offline with its organization cannot be decided until the organization is
  // restored.
  const ofChange = question.changeWaits && state !== 'draft' && stepOfChange(step, state);
  if (ofChange) return ofChange;
  if (!from.includes(state) || (onlyPublic && !wasPublic)) return { ok: false, refusal: 'state' };
  // Everybody can read archived jobs.
  if (step === 'archive' && state === 'draft' && question.wasUnpublished && !isReviewer(actor))
    return { ok: false, refusal: 'review' };
  if (step === 'submit' && !review) return { ok: false, refusal: 'noReview' };
  if (review && underReview && !isReviewer(actor)) {
    if (underReview === 'refused') return { ok: false, refusal: 'review' };
    // An archived job is published again only after review; a public one stays public, and only its changes wait.
    if (state === 'archived' || hasNewContent) return { ok: true, to: state, change: 'submitted' };
  }
  if (to === 'same') return { ok: true, to: state };
  if (to === 'start') return { ok: true, to: isAhead ? 'scheduled' : 'published' };
  return { ok: true, to };
}

/** @returns the result of a step while a change waits for review; undefined if the change makes no difference */
function stepOfChange(step: JobStep, state: JobState): NextState | undefined {
  switch (step) {
    case 'approve':
      return { ok: true, to: state === 'archived' ? 'published' : state, change: 'approved' };
    case 'send_back':
    case 'withdraw':
      return { ok: true, to: state, change: 'returned' };
    case 'update':
      return { ok: false, refusal: 'waiting' };
    case 'renew':
      if (state === 'archived') return { ok: false, refusal: 'waiting' };
      return state === 'published' ? { ok: true, to: state } : undefined;
    default:
      return undefined;
  }
}

/** @returns the steps that an actor may take next */
export function stepsFrom(question: Omit<StepQuestion, 'step'>): ManualJobStep[] {
  return JOB_STEPS.filter(
    (step): step is ManualJobStep => step !== 'release' && step !== 'expire' && nextState({ ...question, step }).ok,
  );
}

/** Steps that publish or submit the values of the form: these must be valid. */
export const SHOWING_STEPS: readonly JobStep[] = ['submit', 'publish', 'schedule', 'update', 'renew'];

/**
 * Whether a job needs a review: if the site requires reviews and does not trust the organization, if nothing of the organization has been
 * reviewed yet, or if a reviewer has unpublished the job.
 */
export function needsReview(
  { review }: Pick<JobRules, 'review'>,
  { organization, wasUnpublished }: { organization: { state: string; isTrusted: boolean }; wasUnpublished: boolean },
): boolean {
  return (review && !organization.isTrusted) || organization.state === 'pending' || wasUnpublished;
}

/** Role in which the viewer works on a job of an organization; undefined if they may not. */
export function actorOf(viewer: Viewer, organizationId: number): Exclude<JobActor, 'clock'> | undefined {
  if (!mayActForOrganization(viewer, organizationId)) return undefined;
  const { roles } = viewer;
  for (const role of ['administrator', 'site_admin', 'job_editor'] as const) if (roles.includes(role)) return role;
  return viewer.memberships.get(organizationId)?.role;
}

/** Organizations whose jobs the viewer may see: their own, or all (`null`). */
export function organizationsOf(viewer: Viewer, isReviewer: boolean): number[] | null {
  return isReviewer ? null : [...viewer.memberships.keys()];
}

/** An event in the history of a job. */
interface WrittenEvent {
  jobId: number;
  /** null if the worker did it */
  actorId: string | null;
  step: string;
  from: JobState | null;
  to: JobState;
  reason?: string | undefined;
}

const MAX_SHOWN = 50;

/** Whether the row of `job` has ever been public. */
export const WAS_PUBLIC = sql<boolean>`(job.state in ('published', 'archived') or exists (
  select from job_event e where e.job_id = job.id and array[e.from_state, e.to_state] && array['published', 'archived']
))`;

/**
 * Whether an event `e` submits a job, or a change of it, for review. When a suspension is lifted, the job only returns to the review that
 * it was in.
 */
export const IS_SUBMISSION = sql<boolean>`(e.to_state = 'needs_review' and e.step <> 'restore')`;

/** Whether a reviewer has unpublished the row of `job`, and none has published it again since. */
export const WAS_UNPUBLISHED = sql<boolean>`exists (
  select from job_event e where e.job_id = job.id and e.step = 'unpublish' and not exists (
    select from job_event later where later.job_id = job.id and later.id > e.id and later.step in ('approve', 'publish', 'schedule')
  )
)`;

/** Writes an event, within the transaction of the step. */
export async function writeJobEvent(database: Kysely<Database>, event: WrittenEvent, now: Date): Promise<void> {
  const { jobId, actorId, step, from, to, reason } = event;
  await database
    .insertInto('job_event')
    .values({ job_id: jobId, actor_id: actorId, at: now, step, from_state: from, to_state: to, reason: reason ?? null })
    .execute();
}

/** @returns the events of a job, the latest first */
export async function listJobEvents(database: Kysely<Database>, jobId: number): Promise<JobEvent[]> {
  const { rows } = await sql<{ at: Date; name: string | null; step: string; state: JobState; reason: string | null }>`
    select e.at, a.name, e.step, e.to_state as state, e.reason
    from job_event e left join account a on a.id = e.actor_id
    where e.job_id = ${jobId} order by e.id desc limit ${MAX_SHOWN}
  `.execute(database);
  return rows.map(({ at, name, step, state, reason }) => ({
    __typename: 'JobEvent',
    at: at.toISOString(),
    by: name,
    step,
    state,
    reason,
  }));
}

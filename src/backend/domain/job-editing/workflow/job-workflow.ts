import type { JobRules } from '#contract/job-form/job-form.js';
import type { JobState } from '../../../platform/database/schema.js';
import { mayActForOrganization, type Viewer } from '../../../platform/graphql/viewer.js';

/** What can be done with a job; `release` and `expire` are the clock's. */
export const JOB_STEPS = [
  ...(['submit', 'publish', 'schedule', 'update', 'approve', 'send_back'] as const),
  ...(['withdraw', 'archive', 'renew', 'unpublish', 'release', 'expire'] as const),
] as const;
export type JobStep = (typeof JOB_STEPS)[number];
/** Those that people take. */
export type PeoplesStep = Exclude<JobStep, 'release' | 'expire'>;

/** On whose behalf: a member of the job's organization, somebody of the site, or the clock. */
export const JOB_ACTORS = ['owner', 'editor', 'job_editor', 'site_admin', 'administrator', 'clock'] as const;
export type JobActor = (typeof JOB_ACTORS)[number];

/** Why a step is not taken. */
export type StepRefusal =
  /** It does not follow the state the job is in. */
  | 'state'
  /** Somebody else may. */
  | 'actor'
  /** Somebody of the site has to look at the job first. */
  | 'review'
  /** Nobody has to. */
  | 'noReview'
  /** A change of the job waits for review already. */
  | 'waiting';

/**
 * What a step does with the change of a job, which waits for review beside the version that is stored: the change is sent for review, takes
 * the place of the stored version, or goes back to whoever wrote it.
 */
export type ChangeStep = 'submitted' | 'approved' | 'returned';

export type NextState = { ok: true; to: JobState; change?: ChangeStep } | { ok: false; refusal: StepRefusal };

interface StepRule {
  from: readonly JobState[];
  by: readonly JobActor[];
  /** `same`: the state stays. `start`: scheduled while the date to publish on is to come, else published. */
  to: JobState | 'same' | 'start';
  /** Only what everybody has seen at some time. */
  onlyPublic?: true;
  /** What it means for members where jobs are looked at first: not theirs, or what they have changed waits for review. */
  underReview?: 'refused' | 'changeWaits';
}

const REVIEWERS: readonly JobActor[] = ['job_editor', 'site_admin', 'administrator'];
/** What they do themselves, nobody reviews. */
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
  // What was archived everybody can see, as a job that is over: a draft that nobody has seen is thrown away instead.
  archive: { from: ['published', 'draft'], by: PEOPLE, to: 'archived', onlyPublic: true },
  renew: { from: ['published', 'archived'], by: PEOPLE, to: 'published', underReview: 'changeWaits' },
  // By somebody of the site, who says why; its organization corrects it and sends it for review.
  unpublish: { from: ['published', 'scheduled'], by: REVIEWERS, to: 'draft' },
  release: { from: ['scheduled'], by: CLOCK, to: 'published' },
  expire: { from: ['published'], by: CLOCK, to: 'archived' },
};

export interface StepQuestion {
  step: JobStep;
  state: JobState;
  actor: JobActor;
  /** Jobs of this organization are looked at before they are published. */
  review: boolean;
  /** A change of it waits for review; what is stored of it stays as it is meanwhile. */
  changeWaits?: boolean;
  /** Its form holds something else than what is stored, besides the dates. Matters only where it is reviewed. */
  hasNewContent?: boolean;
  /** The date on which it is to be published is to come. */
  isAhead?: boolean;
  /** Everybody has seen it at some time. */
  wasPublic?: boolean;
}

/** The one place that says which step may follow which, and who may take it (REC-02). */
export function nextState(question: StepQuestion): NextState {
  const { step, state, actor, review, isAhead = false } = question;
  const { wasPublic = state === 'published' || state === 'archived', hasNewContent = true } = question;
  const { from, by, to, underReview, onlyPublic } = RULES[step];
  if (!by.includes(actor)) return { ok: false, refusal: 'actor' };
  // A job that is taken offline with its organization is nobody's to decide until it is back.
  const ofChange = question.changeWaits && state !== 'draft' && stepOfChange(step, state);
  if (ofChange) return ofChange;
  if (!from.includes(state) || (onlyPublic && !wasPublic)) return { ok: false, refusal: 'state' };
  if (step === 'submit' && !review) return { ok: false, refusal: 'noReview' };
  if (review && underReview && !isReviewer(actor)) {
    if (underReview === 'refused') return { ok: false, refusal: 'review' };
    // An archived job is shown again only after review; one that is shown stays so, and only what is new in it waits.
    if (state === 'archived' || hasNewContent) return { ok: true, to: state, change: 'submitted' };
  }
  if (to === 'same') return { ok: true, to: state };
  if (to === 'start') return { ok: true, to: isAhead ? 'scheduled' : 'published' };
  return { ok: true, to };
}

/** @returns where a step leads while a change waits for review; undefined: where it leads without one */
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

/** @returns what somebody may do with a job next */
export function stepsFrom(question: Omit<StepQuestion, 'step'>): PeoplesStep[] {
  return JOB_STEPS.filter(
    (step): step is PeoplesStep => step !== 'release' && step !== 'expire' && nextState({ ...question, step }).ok,
  );
}

/** Steps that take over what the form holds: it has to be right. */
export const SHOWING_STEPS: readonly JobStep[] = ['submit', 'publish', 'schedule', 'update', 'renew'];

/**
 * Whether somebody of the site looks at a job first: where the site wants it and does not trust the organization, where nobody has looked at anything of its organization yet, and
 * where somebody of the site has unpublished the job.
 */
export function needsReview(
  { review }: Pick<JobRules, 'review'>,
  { organization, wasUnpublished }: { organization: { state: string; isTrusted: boolean }; wasUnpublished: boolean },
): boolean {
  return (review && !organization.isTrusted) || organization.state === 'pending' || wasUnpublished;
}

/** As whom somebody works on a job of an organization; undefined: they may not. */
export function actorOf(viewer: Viewer, organizationId: number): Exclude<JobActor, 'clock'> | undefined {
  if (!mayActForOrganization(viewer, organizationId)) return undefined;
  const { roles } = viewer;
  for (const role of ['administrator', 'site_admin', 'job_editor'] as const) if (roles.includes(role)) return role;
  return viewer.memberships.get(organizationId)?.role;
}

/** Whose jobs somebody sees: those of the organizations they work for, or of all (`null`). */
export function organizationsOf(viewer: Viewer, isReviewer: boolean): number[] | null {
  return isReviewer ? null : [...viewer.memberships.keys()];
}

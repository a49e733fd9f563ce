import type { JobState } from '../../../platform/database/schema.js';
import {
  JOB_ACTORS,
  JOB_STEPS,
  type JobActor,
  type JobStep,
  nextState,
  type StepQuestion,
  stepsFrom,
} from './job-workflow.js';

const STATES: readonly JobState[] = ['draft', 'needs_review', 'scheduled', 'published', 'archived'];
const MEMBERS: readonly JobActor[] = ['owner', 'editor'];
const REVIEWERS: readonly JobActor[] = ['job_editor', 'site_admin', 'administrator'];

/** Target state of each step by current state: for members, for members whose jobs are reviewed, and for reviewers. `-`: refused. */
const TABLE: Record<
  Exclude<JobStep, 'release' | 'expire'>,
  Partial<Record<JobState, readonly [string, string, string]>>
> = {
  submit: { draft: ['-', 'needs_review', '-'] },
  publish: { draft: ['published', '-', 'published'] },
  schedule: { draft: ['scheduled', '-', 'scheduled'] },
  update: {
    published: ['published', 'published, change submitted', 'published'],
    scheduled: ['scheduled', 'scheduled, change submitted', 'scheduled'],
  },
  approve: { needs_review: ['-', '-', 'published'] },
  send_back: { needs_review: ['-', '-', 'draft'] },
  withdraw: { needs_review: ['draft', 'draft', 'draft'], scheduled: ['draft', 'draft', 'draft'] },
  archive: { published: ['archived', 'archived', 'archived'] },
  unpublish: { published: ['-', '-', 'draft'], scheduled: ['-', '-', 'draft'] },
  renew: {
    published: ['published', 'published, change submitted', 'published'],
    archived: ['published', 'archived, change submitted', 'published'],
  },
};

function target(step: JobStep, state: JobState, actor: JobActor, review: boolean): string {
  return outcome({ step, state, actor, review });
}

function outcome(question: StepQuestion): string {
  const next = nextState(question);
  if (!next.ok) return next.refusal === 'waiting' ? 'waiting' : '-';
  return next.change ? `${next.to}, change ${next.change}` : next.to;
}

describe('[REC-02] the steps of a job', () => {
  it.each(Object.keys(TABLE) as (keyof typeof TABLE)[])('%s: from every state, for everybody', (step) => {
    for (const state of STATES) {
      const [open, reviewed, own] = TABLE[step][state] ?? ['-', '-', '-'];
      for (const actor of MEMBERS) {
        expect([step, state, actor, target(step, state, actor, false)]).toEqual([step, state, actor, open]);
        expect([step, state, actor, target(step, state, actor, true)]).toEqual([step, state, actor, reviewed]);
      }
      for (const actor of REVIEWERS) {
        expect([step, state, actor, target(step, state, actor, false)]).toEqual([step, state, actor, own]);
        // Reviewers may submit a job for review too, but do not have to.
        const underReview = step === 'submit' && state === 'draft' ? 'needs_review' : own;
        expect([step, state, actor, target(step, state, actor, true)]).toEqual([step, state, actor, underReview]);
      }
      expect(target(step, state, 'clock', false)).toBe('-');
    }
  });

  it('only the worker can release and expire', () => {
    for (const step of ['release', 'expire'] as const)
      for (const state of STATES)
        for (const actor of JOB_ACTORS) {
          const wanted = { release: ['scheduled', 'published'], expire: ['published', 'archived'] }[step];
          const to = actor === 'clock' && state === wanted[0] ? wanted[1] : '-';
          expect([step, state, actor, target(step, state, actor, false)]).toEqual([step, state, actor, to]);
        }
  });

  it('publishing is offered for drafts only', () => {
    for (const state of STATES)
      for (const actor of JOB_ACTORS) {
        const steps = stepsFrom({ state, actor, review: false });
        expect(steps.includes('publish')).toBe(state === 'draft' && actor !== 'clock');
      }
  });

  it('a job that is approved before its day waits for that day', () => {
    const question = { step: 'approve', state: 'needs_review', actor: 'job_editor', review: true } as const;
    expect(nextState({ ...question, isAhead: true })).toEqual({ ok: true, to: 'scheduled' });
  });

  it('a public job stays public while its change waits, is approved or is sent back', () => {
    const steps = (state: JobState, actor: JobActor) =>
      Object.fromEntries(
        JOB_STEPS.flatMap((step) => {
          const to = outcome({ step, state, actor, review: true, changeWaits: true });
          return to === '-' ? [] : [[step, to]];
        }),
      );
    const ofMembers = {
      update: 'waiting',
      withdraw: 'published, change returned',
      archive: 'archived',
      renew: 'published',
    };
    expect(steps('published', 'owner')).toEqual(ofMembers);
    expect(steps('published', 'job_editor')).toEqual({
      ...ofMembers,
      approve: 'published, change approved',
      send_back: 'published, change returned',
      unpublish: 'draft',
    });
    expect(steps('scheduled', 'site_admin')).toEqual({
      update: 'waiting',
      withdraw: 'scheduled, change returned',
      approve: 'scheduled, change approved',
      send_back: 'scheduled, change returned',
      unpublish: 'draft',
    });
    expect(steps('archived', 'administrator')).toEqual({
      update: 'waiting',
      renew: 'waiting',
      withdraw: 'archived, change returned',
      approve: 'published, change approved',
      send_back: 'archived, change returned',
    });
    expect(steps('published', 'clock')).toEqual({ expire: 'archived' });
    expect(steps('scheduled', 'clock')).toEqual({ release: 'published' });
  });

  it('a public job is extended without review, unless its content has changed', () => {
    const question = { step: 'renew', state: 'published', actor: 'owner', review: true } as const;
    expect(outcome({ ...question, hasNewContent: false })).toBe('published');
    expect(outcome({ ...question, hasNewContent: true })).toBe('published, change submitted');
    expect(outcome({ ...question, state: 'archived', hasNewContent: false })).toBe('archived, change submitted');
    expect(outcome({ ...question, step: 'update', hasNewContent: false })).toBe('published');
  });

  it('a draft can be archived only if it has been public', () => {
    const question = { step: 'archive', state: 'draft', actor: 'owner', review: false } as const;
    expect(nextState(question)).toEqual({ ok: false, refusal: 'state' });
    expect(nextState({ ...question, wasPublic: true })).toEqual({ ok: true, to: 'archived' });
    const unpublished = { ...question, wasPublic: true, wasUnpublished: true };
    expect(nextState(unpublished)).toEqual({ ok: false, refusal: 'review' });
    expect(nextState({ ...unpublished, actor: 'job_editor' })).toEqual({ ok: true, to: 'archived' });
  });

  it('reports the reason of a refusal', () => {
    const asked = (step: JobStep, state: JobState, actor: JobActor, review: boolean) => {
      const next = nextState({ step, state, actor, review });
      return next.ok ? undefined : next.refusal;
    };
    expect(asked('publish', 'published', 'owner', false)).toBe('state');
    expect(asked('publish', 'draft', 'owner', true)).toBe('review');
    expect(asked('submit', 'draft', 'owner', false)).toBe('noReview');
    expect(asked('approve', 'needs_review', 'owner', true)).toBe('actor');
    expect(JOB_STEPS.length).toBe(12);
  });
});

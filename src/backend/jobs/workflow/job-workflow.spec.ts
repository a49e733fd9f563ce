import type { JobState } from '../../database/schema.js';
import { JOB_ACTORS, JOB_STEPS, type JobActor, type JobStep, nextState, stepsFrom } from './job-workflow.js';

const STATES: readonly JobState[] = ['draft', 'needs_review', 'scheduled', 'published', 'archived'];
const MEMBERS: readonly JobActor[] = ['owner', 'editor'];
const REVIEWERS: readonly JobActor[] = ['job_editor', 'site_admin', 'administrator'];

/** Where a step leads from each state: for members, for members whose jobs are looked at first, for people of the site. `-`: nowhere. */
const TABLE: Record<
  Exclude<JobStep, 'release' | 'expire'>,
  Partial<Record<JobState, readonly [string, string, string]>>
> = {
  submit: { draft: ['-', 'needs_review', '-'] },
  publish: { draft: ['published', '-', 'published'] },
  schedule: { draft: ['scheduled', '-', 'scheduled'] },
  update: {
    published: ['published', 'needs_review', 'published'],
    scheduled: ['scheduled', 'needs_review', 'scheduled'],
  },
  approve: { needs_review: ['-', '-', 'published'] },
  send_back: { needs_review: ['-', '-', 'draft'] },
  withdraw: { needs_review: ['draft', 'draft', 'draft'], scheduled: ['draft', 'draft', 'draft'] },
  archive: { published: ['archived', 'archived', 'archived'] },
  renew: {
    published: ['published', 'needs_review', 'published'],
    archived: ['published', 'needs_review', 'published'],
  },
};

function target(step: JobStep, state: JobState, actor: JobActor, review: boolean): string {
  const next = nextState({ step, state, actor, review });
  return next.ok ? next.to : '-';
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
        // They can send a job on to each other, and need not.
        const underReview = step === 'submit' && state === 'draft' ? 'needs_review' : own;
        expect([step, state, actor, target(step, state, actor, true)]).toEqual([step, state, actor, underReview]);
      }
      expect(target(step, state, 'clock', false)).toBe('-');
    }
  });

  it('release and expire are the clock’s alone', () => {
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

  it('what was approved before its day waits for it', () => {
    const question = { step: 'approve', state: 'needs_review', actor: 'job_editor', review: true } as const;
    expect(nextState({ ...question, isAhead: true })).toEqual({ ok: true, to: 'scheduled' });
  });

  it('a draft is archived only if everybody has seen it', () => {
    const question = { step: 'archive', state: 'draft', actor: 'owner', review: false } as const;
    expect(nextState(question)).toEqual({ ok: false, refusal: 'state' });
    expect(nextState({ ...question, wasPublic: true })).toEqual({ ok: true, to: 'archived' });
  });

  it('says why not', () => {
    const asked = (step: JobStep, state: JobState, actor: JobActor, review: boolean) => {
      const next = nextState({ step, state, actor, review });
      return next.ok ? undefined : next.refusal;
    };
    expect(asked('publish', 'published', 'owner', false)).toBe('state');
    expect(asked('publish', 'draft', 'owner', true)).toBe('review');
    expect(asked('submit', 'draft', 'owner', false)).toBe('noReview');
    expect(asked('approve', 'needs_review', 'owner', true)).toBe('actor');
    expect(JOB_STEPS.length).toBe(11);
  });
});

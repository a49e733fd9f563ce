import type { CurrentUser } from '../../lib/user/user-context';
import { stepsOf, type Waiting } from './steps';

const APPLICANT = {
  user: { emailVerified: '2026-11-01T00:00:00Z', roles: [{ targetId: 'applicant' }] },
} as unknown as CurrentUser;
const NOTHING: Waiting = {
  fresh: 0,
  unanswered: 0,
  sentBack: 0,
  recruiters: 0,
  toReview: 0,
  contacts: 0,
  approval: undefined,
  hasResume: true,
  resumeIsComplete: false,
};

const namesOf = (waiting: Partial<Waiting>) =>
  stepsOf(APPLICANT, { resume: true }, { ...NOTHING, ...waiting }).map(({ name }) => name);

describe('next steps of a user', () => {
  it('[APP-07] [ROLE-01] include the resume only while it is incomplete', () => {
    expect(namesOf({})).toEqual(['findJobs', 'ownResume']);
    expect(namesOf({ resumeIsComplete: true })).toEqual(['findJobs']);
    expect(namesOf({ hasResume: false })).toEqual(['findJobs', 'createResume']);
  });

  it('[ROLE-01] begin with the number of jobs to review for editors and administrators', () => {
    for (const role of ['job_editor', 'administrator']) {
      const user = { emailVerified: 'yes', roles: [{ targetId: role }] };
      const steps = stepsOf({ user } as unknown as CurrentUser, { resume: true }, { ...NOTHING, toReview: 3 });
      expect([role, steps[0]?.name, steps[0]?.count]).toEqual([role, 'jobsToReview', 3]);
      expect(steps.map(({ name }) => name)).not.toContain('reviewJobs');
    }
  });

  it('[APP-07] begin with contact requests that wait for an answer', () => {
    expect(namesOf({ contacts: 2 })[0]).toBe('contacts');
  });
});

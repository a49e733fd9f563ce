import { APPLICATION_STATES } from '#contract/applications/application-states.js';
import { mayStep, nextStates } from './application-states.js';

describe('the states of an application', () => {
  it('[REC-05] nobody comes back to new, and only the applicant withdraws', () => {
    for (const from of APPLICATION_STATES) {
      expect(nextStates(from, 'employer')).not.toContain('new');
      expect(nextStates(from, 'employer')).not.toContain('withdrawn');
      expect(nextStates(from, 'employer')).not.toContain(from);
    }
  });

  it('[REC-05] every state but withdrawn can be left by the employer, and hired is reached by an offer alone', () => {
    expect(APPLICATION_STATES.filter((state) => nextStates(state, 'employer').length === 0)).toEqual(['withdrawn']);
    expect(APPLICATION_STATES.filter((state) => mayStep(state, 'hired', 'employer'))).toEqual(['offer']);
  });

  it('[APP-01] an applicant withdraws what is not decided, and does nothing else', () => {
    const may = APPLICATION_STATES.filter((state) => nextStates(state, 'applicant').length > 0);
    expect(may).toEqual(['new', 'in_review', 'interview', 'offer']);
    for (const state of may) expect(nextStates(state, 'applicant')).toEqual(['withdrawn']);
  });
});

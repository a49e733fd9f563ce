import { APPLICATION_STATES } from '#contract/applications/recruiting-rules.js';
import { mayStep, nextStates } from './application-states.js';

describe('the states of an application', () => {
  it('[REC-05] no step leads back to new, and only the applicant withdraws', () => {
    for (const from of APPLICATION_STATES) {
      expect(nextStates(from, 'employer')).not.toContain('new');
      expect(nextStates(from, 'employer')).not.toContain('withdrawn');
      expect(nextStates(from, 'employer')).not.toContain(from);
    }
  });

  it('[REC-05] the employer can leave every state but withdrawn, and only an offer leads to hired', () => {
    expect(APPLICATION_STATES.filter((state) => nextStates(state, 'employer').length === 0)).toEqual(['withdrawn']);
    expect(APPLICATION_STATES.filter((state) => mayStep(state, 'hired', 'employer'))).toEqual(['offer']);
  });

  it('[APP-01] an applicant can withdraw as long as nothing is decided, and nothing else', () => {
    const may = APPLICATION_STATES.filter((state) => nextStates(state, 'applicant').length > 0);
    expect(may).toEqual(['new', 'in_review', 'interview', 'offer']);
    for (const state of may) expect(nextStates(state, 'applicant')).toEqual(['withdrawn']);
  });
});

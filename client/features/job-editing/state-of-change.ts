import type { ManagedJobFactsFragment } from '#contract/generated/operations.js';

type Job = Pick<ManagedJobFactsFragment, 'state' | 'changeInReview' | 'hasChanges' | 'sentBackReason'>;

/** @returns what lists say, beside its state, of a change that a job's page does not show yet (`job-wizard.manager`); undefined: there is none */
export function stateOfChange({ state, changeInReview, hasChanges, sentBackReason }: Job) {
  if (changeInReview) return state === 'archived' ? 'renewalInReview' : 'changeInReview';
  if (sentBackReason) return state === 'draft' ? 'sentBack' : 'changeSentBack';
  return hasChanges ? 'hasChanges' : undefined;
}

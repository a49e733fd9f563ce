import type { ManagedJobFactsFragment } from '#contract/generated/operations.js';

type Job = Pick<ManagedJobFactsFragment, 'state' | 'changeInReview' | 'hasChanges' | 'sentBackReason'>;

/**
 * @returns the key of the text about an unpublished change that lists show beside the job's state
 * (`job-wizard.manager`); undefined if there is none
 */
export function stateOfChange({ state, changeInReview, hasChanges, sentBackReason }: Job) {
  if (changeInReview) return state === 'archived' ? 'renewalInReview' : 'changeInReview';
  if (sentBackReason) return state === 'draft' ? 'sentBack' : 'changeSentBack';
  return hasChanges ? 'hasChanges' : undefined;
}

import type { JobRules } from '#contract/job-form/job-form.js';

/** Whether somebody of the site looks at jobs of an organization first: where the site wants it, and of whom nobody has seen anything yet. */
export function needsReview({ review }: Pick<JobRules, 'review'>, organization: { state: string }): boolean {
  return review || organization.state === 'pending';
}

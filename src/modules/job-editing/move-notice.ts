/** @returns the name of the notice (`job-wizard.notice`) that says what a step has done */
export function moveNotice(step: string, job: { state: string; changeInReview: boolean } | null): string {
  if (step === 'update' && job?.changeInReview) return 'update_review';
  if (step === 'withdraw' && job && job.state !== 'draft') return 'withdraw_change';
  if (step === 'renew' && job?.changeInReview) return job.state === 'archived' ? 'renew_review' : 'renew_change';
  return step;
}

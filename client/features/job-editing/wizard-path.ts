import type { JobFormStep } from '#contract/job-form/job-form.js';
import { JOB_WIZARD_PATH, type Path } from '#contract/pages/paths.js';

/** @returns the path of the job wizard, at one of the form's steps */
export function wizardPath(jobId: string, step?: JobFormStep): Path {
  return `${JOB_WIZARD_PATH}?job=${jobId}${step ? `&step=${step}` : ''}`;
}

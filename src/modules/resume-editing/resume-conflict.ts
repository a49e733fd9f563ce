import type { FormConflictFactsFragment } from '#contract/generated/operations.js';
import { conflictAnswer, type FormCall, type FormOutcome } from '../forms/index.js';

/** Nobody else writes one's own resume: it was another window. */
export function resumeConflict({ at }: FormConflictFactsFragment, call: FormCall): FormOutcome {
  return conflictAnswer({ at, by: call.t('resume-form.otherWindow') }, call);
}

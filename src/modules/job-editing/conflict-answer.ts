import type { JobConflictFactsFragment } from '../../contract/generated/operations.js';
import type { FormCall, FormOutcome } from '../forms/index.js';

const CONFLICT = 409;

/** Somebody else has saved since: nothing was changed, and the page says who and when. */
export function conflictAnswer({ by, at }: JobConflictFactsFragment, { t, locale }: FormCall): FormOutcome {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(at),
  );
  const message = t('job-wizard.conflict', { by: by ?? t('job-wizard.somebody'), at: `${time} UTC` });
  return { kind: 'again', errors: [{ field: null, message }], status: CONFLICT };
}

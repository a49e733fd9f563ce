import type { FormConflictFactsFragment } from '../../contract/generated/operations.js';
import type { FormCall, FormOutcome } from './form-action.js';

const CONFLICT = 409;

/** Somebody else has saved since: nothing was changed, and the page says who and when. */
export function conflictAnswer({ by, at }: FormConflictFactsFragment, { t, locale }: FormCall): FormOutcome {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(at),
  );
  const message = t('defined-form.conflict', { by: by ?? t('defined-form.somebody'), at: `${time} UTC` });
  return { kind: 'again', errors: [{ field: null, message }], status: CONFLICT };
}

import type { FormConflictFactsFragment } from '#contract/generated/operations.js';
import type { FormCall, FormOutcome } from './form-action.js';

const CONFLICT = 409;

/** Somebody else has saved since: nothing was changed, and the page says who and when. */
export function conflictAnswer({ by, at }: FormConflictFactsFragment, { t, locale, site }: FormCall): FormOutcome {
  const time = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: site.timeZone,
  }).format(new Date(at));
  const message = t('defined-form.conflict', { by: by ?? t('defined-form.somebody'), at: time });
  return { kind: 'again', errors: [{ field: null, message }], status: CONFLICT };
}

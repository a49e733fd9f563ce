import { checkSentForm, type SentFormRules } from '#contract/defined-form/check-sent-form.js';
import { isChosen } from '#contract/defined-form/sent-values.js';
import { FormChecks, sentTexts } from '../../lib/forms/form-checks';

/** Data that the server writes into a form whose fields are defined by data. */
export interface DefinedFormRules extends SentFormRules {
  /** Time at which the page was rendered, because the clock of a device may be wrong. */
  now: string;
}

/** Validates a form whose fields are defined by data, using the definitions that came with the page. */
export function definedFormChecks(form: HTMLFormElement, signal: AbortSignal): FormChecks {
  const rules = JSON.parse(form.dataset.rules!) as DefinedFormRules;
  const chosen = new Set(rules.fields.filter(isChosen).map(({ name }) => name));
  const startedAt = performance.now();
  return new FormChecks(
    form,
    () => {
      const now = new Date(Date.parse(rules.now) + performance.now() - startedAt);
      return checkSentForm(
        rules,
        sentTexts(form, (name) => chosen.has(name)),
        now,
      );
    },
    signal,
  );
}

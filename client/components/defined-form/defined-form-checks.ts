import { checkSentForm, type SentFormRules } from '#contract/defined-form/check-sent-form.js';
import { isChosen } from '#contract/defined-form/sent-values.js';
import { FormChecks, sentTexts } from '../../lib/forms/form-checks';

/** What the server wrote into a form whose fields are data. */
export interface DefinedFormRules extends SentFormRules {
  /** When the page was made: the clock of a device may be wrong. */
  now: string;
}

/** The checks of a form whose fields are data, by the definitions that came with the page. */
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

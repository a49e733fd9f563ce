import type { FormAnswer } from '#contract/applications/sent-form.js';
import { enteredValues } from './entered-values';
import { withToken } from './with-token';

/**
 * Sends a form to its address as a browser would, and asks for the outcome alone.
 * @throws when there is no answer, or none that can be read
 */
export async function sendForm(form: HTMLFormElement): Promise<FormAnswer> {
  // The token stands in a field of the form.
  const response = await withToken(form, () =>
    fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams(enteredValues(form)),
      headers: { accept: 'application/json' },
    }),
  );
  const answer = (await response.json()) as Partial<FormAnswer>;
  if ('redirect' in answer || 'errors' in answer) return answer as FormAnswer;
  throw new Error(`HTTP ${response.status}`);
}

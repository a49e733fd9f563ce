import type { FormAnswer } from '#contract/applications/sent-form.js';
import { enteredValues } from './entered-values';
import { withToken } from './with-token';

/**
 * Submits a form to its address as a browser would, but requests only the result.
 * @throws if there is no response, or an unreadable one
 */
export async function sendForm(form: HTMLFormElement): Promise<FormAnswer> {
  // The token is a field of the form.
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

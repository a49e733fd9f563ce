import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { authAddress } from '../../../lib/session/auth-address';

const REFUSED = 403;

/**
 * Sends a form with its CSRF token; if the browser has received another token since the page was rendered, as when two
 * tabs were opened at once, sends it again with the current one.
 * @param send sends the whole form with this token
 */
export async function withToken(
  form: HTMLFormElement,
  send: (csrfToken: string) => Promise<Response>,
): Promise<Response> {
  const field = form.querySelector<HTMLInputElement>(`input[name="${CSRF_FIELD}"]`);
  const response = await send(field?.value ?? '');
  if (response.status !== REFUSED || !field) return response;
  const { csrfToken } = (await (await fetch(authAddress('/csrf'))).json()) as { csrfToken: string };
  if (csrfToken === field.value) return response;
  field.value = csrfToken;
  return send(csrfToken);
}

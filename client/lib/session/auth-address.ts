import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { readIslandPage } from '../islands/island-page';

const FORBIDDEN = 403;

/** The address of an endpoint of the session protocol. @param path path below its base path, such as `/csrf` */
export function authAddress(path: string): string {
  return readIslandPage().site.authPath + path;
}

/**
 * Sends a form, or a part of it, with its CSRF token; if the browser has received another token since the page was
 * rendered, as when two tabs were opened at once, sends it again with the current one.
 *
 * @param send sends the same again with this token
 */
export async function withToken(
  form: HTMLFormElement,
  send: (csrfToken: string) => Promise<Response>,
): Promise<Response> {
  const field = form.querySelector<HTMLInputElement>(`input[name="${CSRF_FIELD}"]`);
  const sent = field?.value ?? '';
  const response = await send(sent);
  if (response.status !== FORBIDDEN || !field) return response;
  const { csrfToken } = (await (await fetch(authAddress('/csrf'))).json()) as { csrfToken: string };
  // Not compared with the field: several files are sent at once, and another one may have changed it meanwhile.
  if (csrfToken === sent) return response;
  field.value = csrfToken;
  return send(csrfToken);
}

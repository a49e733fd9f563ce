import { withDispatch } from '#contract/backend/dispatch.js';
import { JwtTokenDocument } from '#contract/generated/operations.js';
import type { FormAnswer } from '#contract/applications/sent-form.js';
import { decodedMessage } from '#shared/text/server-message.js';
import { authAddress } from '../../../lib/session/auth-address';
import { browserGraphql, GraphqlRequestError } from '../../../lib/browser-graphql';
import { anonymousUserToken, rememberLogin } from '../session/visitor-flags';
import type { FormView } from './form-view';
import { sendForm } from './send-form';
import { withToken } from './with-token';

/** Errors for which the server's page has more information than the backend's message. */
const SAID_BY_SERVER: readonly string[] = ['UnconfirmedAddressError', 'BlockedAccountError'];

/** AUTH-04: first requests a token for email and password, then a session for the token. */
export async function logIn(view: FormView): Promise<FormAnswer> {
  const { email = '', password = '' } = view.values();
  const token = await tokenFor(email, password);
  // The server knows the next step and remembers the address for it; for a blocked account, it knows whom to contact.
  if (token === 'refused') return sendForm(view.form);
  if ('errors' in token) return token;
  const redirect = await signIn(token.jwt, view.form);
  if (redirect === undefined) return { errors: [{ field: null, message: view.texts.session }] };
  rememberLogin();
  return { redirect: withDispatch(redirect, 'login') };
}

async function tokenFor(
  email: string,
  password: string,
): Promise<{ jwt: string } | Extract<FormAnswer, { errors: unknown }> | 'refused'> {
  const variables = { email, password, anonymousUserToken: anonymousUserToken() };
  try {
    const { JwtToken } = await browserGraphql(JwtTokenDocument, variables, { locale: document.documentElement.lang });
    if (JwtToken.jwt) return { jwt: JwtToken.jwt };
    if (JwtToken.errors.some(({ __typename }) => SAID_BY_SERVER.includes(__typename))) return 'refused';
    return { errors: JwtToken.errors.map(({ message }) => ({ field: null, message: decodedMessage(message) })) };
  } catch (error) {
    if (error instanceof GraphqlRequestError) return { errors: [{ field: null, message: error.message }] };
    throw error;
  }
}

/** @returns the address to go to; undefined if no session was created */
async function signIn(jwt: string, form: HTMLFormElement): Promise<string | undefined> {
  const callbackUrl = wantedAddress(form);
  const response = await withToken(form, (csrfToken) =>
    fetch(authAddress('/callback/credentials'), {
      method: 'POST',
      body: new URLSearchParams({ jwt, csrfToken, callbackUrl, json: 'true' }),
    }),
  );
  if (response.status !== 200) return undefined;
  const { url } = (await response.json()) as { url?: string };
  return url;
}

/** The requested address after login; the server checks whether it is a page of this site. */
function wantedAddress(form: HTMLFormElement): string {
  const { searchParams } = new URL(form.action);
  return searchParams.get('destination') ?? searchParams.get('callbackUrl') ?? form.dataset.home!;
}

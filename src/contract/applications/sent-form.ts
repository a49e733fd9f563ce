/** An error that the sender of a form can correct. */
export interface FormError {
  /** The name of the field with the error; null for the whole form. */
  field: string | null;
  /** Message in the language of the page. */
  message: string;
}

/** A sent form that is shown again. */
export interface SentForm {
  errors: readonly FormError[];
  /** The entered values by field, except secret ones. */
  values: Readonly<Record<string, string>>;
  /** Set if the form was not processed, because a service is unavailable or another account is logged in: it can be sent again from any page. */
  resent?: ResentForm;
}

/** All values of a sent form, except secret ones and the CSRF token. */
export interface ResentForm {
  fields: readonly { name: string; value: string }[];
  /** Whether the form contained files that are lost. */
  hasLostFiles: boolean;
  /** Set if its page was rendered for another account than the one that is logged in now: only that account can send it, with this value. */
  otherAccount?: { csrf: string };
}

/** The hidden field that carries the token of `PageRequest.csrfToken()`; named as in the session protocol. */
export const CSRF_FIELD = 'csrfToken';

/**
 * The hidden field that carries the account of `PageRequest.csrfToken()`. It is a field of its own, because processes of earlier releases,
 * which may serve the same visitors during an upgrade, compare the whole token.
 */
export const CSRF_ACCOUNT_FIELD = 'csrfAccount';

const CSRF_SEPARATOR = '.';

/** @returns the parts of `PageRequest.csrfToken()`; the account is missing in pages of visitors without a session */
export function partsOfCsrf(value: string): { token: string; account?: string } {
  const [token = '', account] = value.split(CSRF_SEPARATOR);
  return { token, account };
}

/** Joins the parts of `partsOfCsrf`; neither contains the separator. */
export function joinedCsrf(token: string, account: string | undefined): string {
  return account ? token + CSRF_SEPARATOR + account : token;
}

/** The header that contains the same token when a script sends something other than a form. */
export const CSRF_HEADER = 'x-csrf-token';

/** The hidden field that identifies one of several forms of a page. */
export const FORM_FIELD = 'form';

/** Response to a form that a script has sent (`Accept: application/json`). */
export type FormAnswer = { redirect: string } | { errors: readonly FormError[] };

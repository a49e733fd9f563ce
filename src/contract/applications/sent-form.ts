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
  /** Set if its page was rendered for another account than the one that is logged in now: only that account can send it, with this token. */
  otherAccount?: { csrf: string };
}

/** The hidden field that carries `PageRequest.csrfToken()`, which also names the account of the page; named as in the session protocol. */
export const CSRF_FIELD = 'csrfToken';

/** The header that contains the same token when a script sends something other than a form. */
export const CSRF_HEADER = 'x-csrf-token';

/** The hidden field that identifies one of several forms of a page. */
export const FORM_FIELD = 'form';

/** Response to a form that a script has sent (`Accept: application/json`). */
export type FormAnswer = { redirect: string } | { errors: readonly FormError[] };

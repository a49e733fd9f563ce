/** Something that whoever sent a form can put right. */
export interface FormError {
  /** The name of the field it is about; null: the whole. */
  field: string | null;
  /** In the language of the page. */
  message: string;
}

/** A form of a page that was sent and is shown once more. */
export interface SentForm {
  errors: readonly FormError[];
  /** What was typed, by field; never what is secret. */
  values: Readonly<Record<string, string>>;
  /** Where the form was not taken because something that it needs is away: it may be sent once more from any page. */
  resent?: ResentForm;
}

/** A form as it was sent, without what is secret and without its token. */
export interface ResentForm {
  fields: readonly { name: string; value: string }[];
  /** Files came with it that are not there any more. */
  hasLostFiles: boolean;
}

/** The hidden field that carries `PageRequest.csrfToken()`; named as in the session protocol. */
export const CSRF_FIELD = 'csrfToken';

/** The header that carries the same where a script sends something that is no form. */
export const CSRF_HEADER = 'x-csrf-token';

/** The hidden field that says which of several forms of a page is sent. */
export const FORM_FIELD = 'form';

/** What a form that was sent by a script (`Accept: application/json`) is answered with. */
export type FormAnswer = { redirect: string } | { errors: readonly FormError[] };

import { MAX_PICTURE_PIXELS } from '../applications/uploads.js';
import type { MessageValues } from '#shared/text/translator.js';

/** Rules that apply to any form, derived from its field definitions. */
export type FormRule =
  | 'required'
  | 'tooLong'
  | 'tooMany'
  | 'url'
  | 'email'
  | 'number'
  | 'positive'
  | 'whole'
  | 'term'
  | 'choice'
  | 'country'
  | 'date'
  | 'month'
  | 'file'
  | 'picture'
  | 'fileSize'
  | 'video'
  | 'tooMuch';

/** A violated rule, and its field. */
export interface FormViolation<Rule extends string = FormRule> {
  /** undefined if the violation concerns the whole form. */
  field?: string;
  rule: Rule;
  /** Additional values for the message. */
  values?: MessageValues;
}

/**
 * The rules that browsers check as well, and the values for their messages. Pages and backend share these messages (`rules.json` of the
 * catalogues); the messages of all other rules are used by the backend only (`errors.json`).
 */
export type CheckedRules<Rule extends string> = Readonly<Partial<Record<Rule, MessageValues>>>;

/** Rules of any form. Violations in stored files are known only to the server. */
export const CHECKED_FORM_RULES: CheckedRules<FormRule> = {
  required: {},
  tooLong: {},
  tooMany: {},
  url: {},
  email: {},
  number: {},
  positive: {},
  whole: {},
  term: {},
  choice: {},
  country: {},
  date: {},
  month: {},
  video: {},
};

/** Values for the messages of the other rules. */
export const FORM_RULE_VALUES: CheckedRules<FormRule> = { picture: { megapixels: MAX_PICTURE_PIXELS / 1_000_000 } };

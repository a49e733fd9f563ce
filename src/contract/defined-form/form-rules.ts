import { MAX_PICTURE_PIXELS } from '../applications/uploads.js';
import type { MessageValues } from '#shared/text/translator.js';

/** What can be wrong with any form, by what its fields say of themselves. */
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

/** A rule that a form breaks, and where. */
export interface FormViolation<Rule extends string = FormRule> {
  /** undefined: the whole. */
  field?: string;
  rule: Rule;
  /** What the message names besides what belongs to the rule. */
  values?: MessageValues;
}

/**
 * The rules that a browser checks as well, and what their messages name. Pages and backend have these messages in common (`rules.json` of the
 * catalogues); those of all other rules only the backend has (`errors.json`).
 */
export type CheckedRules<Rule extends string> = Readonly<Partial<Record<Rule, MessageValues>>>;

/** Of any form. What is wrong with a stored file only the server knows. */
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

/** What the messages of the other ones name. */
export const FORM_RULE_VALUES: CheckedRules<FormRule> = { picture: { megapixels: MAX_PICTURE_PIXELS / 1_000_000 } };

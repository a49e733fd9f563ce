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
}

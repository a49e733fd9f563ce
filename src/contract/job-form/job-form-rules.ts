/** What can be wrong with a job's form. */
export type JobFormRule =
  | 'required'
  | 'tooLong'
  | 'tooMany'
  | 'url'
  | 'email'
  | 'number'
  | 'positive'
  | 'order'
  | 'whole'
  | 'term'
  | 'choice'
  | 'country'
  | 'date'
  | 'past'
  | 'beforeStart'
  | 'notAhead'
  | 'place'
  | 'payUnit'
  | 'file'
  | 'reason'
  /** Of steps. */
  | 'state'
  | 'actor'
  | 'review'
  | 'noReview'
  | 'unverified'
  | 'organization'
  | 'waiting'
  | 'type'
  | 'tooMuch'
  /** Of archiving: somebody waits for a decision, and is told nothing. */
  | 'closing';

/** A rule that a form breaks, and where. */
export interface JobFormFault {
  /** undefined: the whole. */
  field?: string;
  rule: JobFormRule;
}

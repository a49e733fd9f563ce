/** For so long an email to an applicant waits, and whoever wrote it may take it back. */
export const ANSWER_DELAY_MINUTES = 10;

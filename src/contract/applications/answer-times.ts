/** Period covered by the statistics about answers, in days. */
export const MEASURED_DAYS = 90;

/** Number of days without an answer after which an applicant counts as waiting. */
export const LONG_WAIT_DAYS = 10;

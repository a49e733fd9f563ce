/** Minutes for which an email to an applicant is delayed, so that its author can cancel it. */
export const ANSWER_DELAY_MINUTES = 10;

/** Of what somebody writes to somebody else through the site: to its operators, or as an employer to applicants. */
export const MAX_SUBJECT_LENGTH = 200;
export const MAX_BODY_LENGTH = 10_000;

/** Maximum lengths of messages sent through the site: to its operators, or from employers to applicants. */
export const MAX_SUBJECT_LENGTH = 200;
export const MAX_BODY_LENGTH = 10_000;

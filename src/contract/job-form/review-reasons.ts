/** Of the title by which reviewers find a saved reason. */
export const MAX_REASON_TITLE_LENGTH = 80;
/** Of the reason that is written to a recruiter, saved or typed. */
export const MAX_REASON_LENGTH = 2000;
/** How many reasons a site can save: the list is shown whole beside each job. */
export const MAX_SAVED_REASONS = 50;

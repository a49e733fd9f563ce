/** Maximum length of the title by which reviewers find a saved reason. */
export const MAX_REASON_TITLE_LENGTH = 80;
/** Maximum length of a reason for a recruiter, saved or typed. */
export const MAX_REASON_LENGTH = 2000;
/** Maximum number of saved reasons per site: the whole list is shown next to each job. */
export const MAX_SAVED_REASONS = 50;

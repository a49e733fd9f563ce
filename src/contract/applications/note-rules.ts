/** Maximum length of an internal note about an applicant. */
export const MAX_NOTE_LENGTH = 5000;
export const MAX_NOTES = 200;
/** Maximum number of colleagues who are notified of a note. */
export const MAX_MENTIONS = 10;
export const MAX_TAG_LENGTH = 40;
/** Maximum number of tags per application. */
export const MAX_TAGS = 20;
/** The best rating; the worst is 1. */
export const MAX_RATING = 5;

/** Of what people of an organization write about an applicant for each other. */
export const MAX_NOTE_LENGTH = 5000;
export const MAX_NOTES = 200;
/** Colleagues who are told of a note. */
export const MAX_MENTIONS = 10;
export const MAX_TAG_LENGTH = 40;
/** Of one application. */
export const MAX_TAGS = 20;
/** The best; the worst is 1. */
export const MAX_RATING = 5;

/** How many times can be proposed at once. */
export const MAX_SLOTS = 5;
/** How long an interview may be, in minutes. */
export const INTERVIEW_MINUTES: readonly number[] = [15, 30, 45, 60, 90, 120, 180];
/** Of the place or the link. */
export const MAX_PLACE_LENGTH = 300;
/** Of a note with a proposal, of the reason of a cancellation, and of what an applicant answers. */
export const MAX_INTERVIEW_NOTE_LENGTH = 2000;
/** Nobody plans further ahead; a year that was mistyped is found. */
export const MAX_DAYS_AHEAD = 365;

/** @param index from 0 @returns the field of a time in the form of a proposal, which errors name */
export function slotField(index: number): string {
  return `start${index + 1}`;
}

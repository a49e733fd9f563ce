/** Maximum number of times that can be proposed at once. */
export const MAX_SLOTS = 5;
/** Possible lengths of an interview, in minutes. */
export const INTERVIEW_MINUTES: readonly number[] = [15, 30, 45, 60, 90, 120, 180];
/** Maximum length of the place or link. */
export const MAX_PLACE_LENGTH = 300;
/** Maximum length of a note with a proposal, of the reason for a cancellation, and of an applicant's answer. */
export const MAX_INTERVIEW_NOTE_LENGTH = 2000;
/** Maximum number of days in advance; this also detects mistyped years. */
export const MAX_DAYS_AHEAD = 365;

/** @param index zero-based index @returns the name of the field for a proposed time, which errors refer to */
export function slotField(index: number): string {
  return `start${index + 1}`;
}

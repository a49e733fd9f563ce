/** The forms whose fields are data. */
export type DefinedFormName = 'job' | 'organization' | 'resume';

/**
 * The buttons of each that lead on only where nothing is wrong, as they send `go`. All others save what was typed, right or wrong, so that no
 * browser stops them.
 */
export const CHECKED_BUTTONS: Readonly<Record<DefinedFormName, readonly string[]>> = {
  job: ['next'],
  organization: ['publish', 'next'],
  resume: ['next', 'save'],
};

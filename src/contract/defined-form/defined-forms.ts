/** Names of the forms whose fields are defined by data. */
export type DefinedFormName = 'job' | 'organization' | 'resume';

/**
 * Values of `go` for buttons that continue only if the form is valid. All other buttons save the entered values, valid or not, so browsers
 * do not validate for them.
 */
export const CHECKED_BUTTONS: Readonly<Record<DefinedFormName, readonly string[]>> = {
  job: ['next'],
  organization: ['publish', 'next'],
  resume: ['next', 'save'],
};

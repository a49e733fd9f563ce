import type { FormTerms, PlainField, FormWords } from './form-view';

/** Properties of a single field of any type. */
export interface PlainFieldProps {
  field: PlainField;
  values: readonly string[];
  error: string | undefined;
  terms: FormTerms;
  words: FormWords;
  /** URL of the picture in the field, if the picture has no URL of its own. */
  picture?: string | undefined;
}

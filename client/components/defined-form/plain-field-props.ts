import type { FormTerms, PlainField } from './form-view';
import type { FormWords } from './form-words';

/** Of a field by itself, whatever it is made of. */
export interface PlainFieldProps {
  field: PlainField;
  values: readonly string[];
  error: string | undefined;
  terms: FormTerms;
  words: FormWords;
  /** Where the picture is that the field holds, if it is at no address of its own. */
  picture?: string | undefined;
}

import type { FieldValues } from '#contract/defined-form/defined-form.js';
import type { FormError } from '#contract/applications/sent-form.js';
import { EntriesField } from './entries-field';
import type { FormFieldDefinition, FormTerms } from './form-view';
import type { FormWords } from './form-words';
import { PlainField } from './plain-field';

interface DefinedFieldProps {
  field: FormFieldDefinition;
  values: FieldValues;
  errors: readonly FormError[];
  terms: FormTerms;
  words: FormWords;
  /** Where the picture is that the form holds, if it is at no address of its own. */
  picture: string | undefined;
}

/** A field of a form, or entries of several. */
export function DefinedField({ field, values, errors, terms, words, picture }: DefinedFieldProps) {
  const { name, type } = field;
  const own = values[name] ?? [];
  if (type === 'entries') return <EntriesField {...{ field, errors, terms, words }} values={own} />;
  const error = errors.find((each) => each.field === name)?.message;
  return <PlainField field={{ ...field, kind: name }} values={own} {...{ error, terms, words, picture }} />;
}

import { partName, takeName } from '#contract/resume-import/review-form.js';
import type { FormError } from '#contract/applications/sent-form.js';
import type { FormTerms } from '../../../components/defined-form/form-view';
import type { FormWords } from '../../../components/defined-form/form-words';
import { PlainField } from '../../../components/defined-form/plain-field';
import { fieldId } from '../../../components/ui/forms/field-id';
import { usePage } from '../../../lib/page-context';
import styles from './import.module.css';
import type { ShownItem } from './load-review';
import { useSource } from './source';

interface ReviewedEntryProps {
  item: ShownItem;
  terms: FormTerms;
  errors: readonly FormError[];
  words: FormWords;
}

/** A single value, or an entry with its parts: each with the line it came from, to be put right. */
export function ReviewedEntry({ item, terms, errors, words }: ReviewedEntryProps) {
  const { t } = usePage();
  const source = useSource();
  const { index, field, definition, values, texts, isTaken, isThere, before } = item;
  const take = takeName(index);
  const isEntry = definition.type === 'entries';
  const error = errors.find((each) => each.field === take)?.message;
  const called = isEntry ? `${words.field(field)}: ${values[0]?.label ?? texts[0] ?? ''}` : words.field(field);
  return (
    <fieldset className={styles.item} data-item={field}>
      <legend>
        <label className={styles.take}>
          <input type="checkbox" id={fieldId(take)} name={take} value="yes" defaultChecked={isTaken} />
          <span>{t('resume-import.review.take', { what: called })}</span>
        </label>
      </legend>
      <div className={styles.parts}>
        {isThere && <p className={styles.soft}>{t('resume-import.review.there')}</p>}
        {before !== undefined && <p className={styles.soft}>{t('resume-import.review.before', { value: before })}</p>}
        {error !== undefined && <p className={styles.error}>{error}</p>}
        {values.map((value, at) => {
          const part = isEntry ? definition.settings.fields?.find((own) => own.name === value.name) : definition;
          if (!part) return null;
          const name = partName(index, value.name);
          return (
            <PlainField
              key={name}
              field={{
                name,
                kind: value.name,
                type: part.type,
                required: part.required,
                settings: { ...part.settings },
              }}
              values={texts[at] ? [texts[at]] : []}
              error={errors.find((each) => each.field === name)?.message}
              terms={terms}
              words={{ ...words, help: () => source(value), conditional: [value.name] }}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

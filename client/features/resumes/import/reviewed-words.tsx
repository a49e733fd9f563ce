import { takeName } from '#contract/resume-import/review-form.js';
import type { FormError } from '#contract/applications/sent-form.js';
import type { FormWords } from '../../../components/defined-form/form-words';
import { fieldId } from '../../../components/ui/forms/field-id';
import { usePage } from '../../../lib/page-context';
import styles from './import.module.css';
import type { ShownItem } from './load-review';
import { useSource } from './source';

interface ReviewedWordsProps {
  items: readonly ShownItem[];
  errors: readonly FormError[];
  words: FormWords;
}

/** Skills and other languages: words to be taken or left. */
export function ReviewedWords({ items, errors, words }: ReviewedWordsProps) {
  const { t } = usePage();
  const source = useSource();
  const fields = [...new Set(items.map(({ field }) => field))];
  return fields.map((field) => (
    <fieldset key={field} className={styles.item} data-item={field}>
      <legend>{words.field(field)}</legend>
      <ul className={styles.words}>
        {items
          .filter((item) => item.field === field)
          .map(({ index, values: [value], texts, isTaken, isThere }) => {
            const name = takeName(index);
            const error = errors.find((each) => each.field === name)?.message;
            return (
              <li key={index}>
                <label className={styles.take}>
                  <input
                    type="checkbox"
                    id={fieldId(name)}
                    name={name}
                    value="yes"
                    defaultChecked={isTaken}
                    aria-describedby={`${fieldId(name)}-help`}
                  />
                  <span>{value?.label ?? texts[0]}</span>
                </label>
                <small id={`${fieldId(name)}-help`} className={styles.soft}>
                  {isThere ? t('resume-import.review.there') : value && source(value)}
                </small>
                {error !== undefined && <p className={styles.error}>{error}</p>}
              </li>
            );
          })}
      </ul>
    </fieldset>
  ));
}

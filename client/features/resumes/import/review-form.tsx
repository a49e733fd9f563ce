import { isCorrectable, partName, PROPOSAL_FIELD, takeName } from '#contract/resume-import/review-form.js';
import { CSRF_FIELD, type FormError } from '#contract/applications/sent-form.js';
import { RESUME_IMPORT_PATH } from '#contract/pages/paths.js';
import { AreaList } from '../../../components/defined-form/area-field';
import type { FormWords } from '../../../components/defined-form/form-words';
import { Column } from '../../../components/ui/containers/column';
import { fieldId } from '../../../components/ui/forms/field-id';
import { usePage } from '../../../lib/page-context';
import styles from './import.module.css';
import type { Review, ShownItem } from './load-review';
import { ReviewedEntry } from './reviewed-entry';
import { useSource } from './source';
import { Alert } from '../../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../../components/ui/buttons/button';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import type { PageForm } from '../../../lib/page-form';
import { resumeWords } from '../editing/resume-words';

/** The items extracted from a file, to be accepted, corrected or skipped. Nothing is stored before the form is sent. */
export function ReviewForm({ form, review }: { form: PageForm; review: Review }) {
  const { t, href } = usePage();
  const words = resumeWords(t);
  const labels = Object.fromEntries(
    review.groups
      .flatMap((group) => group.items)
      .flatMap(({ index, field, values }) => [
        [takeName(index), words.field(field)],
        ...values.map(({ name }) => [partName(index, name), words.field(name)] as const),
      ]),
  );
  return (
    <Column gap={4} data-review>
      <h2 id="review" tabIndex={-1}>
        {t('resume-import.review.title')}
      </h2>
      <Alert>{t('resume-import.review.text')}</Alert>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={4} noValidate>
        <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
        <input type="hidden" name={PROPOSAL_FIELD} value={review.proposal} />
        {review.groups.map(({ step, items }) => (
          <Column as="section" key={step} gap={2} className={styles.group} aria-labelledby={`step-${step}`}>
            <h3 id={`step-${step}`}>{words.step(step)}</h3>
            {items
              .filter(({ field }) => isCorrectable(field))
              .map((item) => (
                <ReviewedEntry key={item.index} item={item} terms={review.terms} errors={form.errors} words={words} />
              ))}
            <ReviewedWords
              items={items.filter(({ field }) => !isCorrectable(field))}
              errors={form.errors}
              words={words}
            />
          </Column>
        ))}
        <AreaList />
        <div className={styles.actions}>
          <Button name="go" value="confirm">
            {t('resume-import.review.confirm')}
          </Button>
          <ButtonLink kind="secondary" href={href(RESUME_IMPORT_PATH)} rel="nofollow">
            {t('resume-import.review.again')}
          </ButtonLink>
        </div>
        <p className={styles.soft}>{t('resume-import.review.kept')}</p>
      </Column>
    </Column>
  );
}

interface ReviewedWordsProps {
  items: readonly ShownItem[];
  errors: readonly FormError[];
  words: FormWords;
}

/**
 * Skills and other languages: each has a checkbox to add it. The lines of the file from which they were extracted are
 * quoted once, below all of them.
 */
function ReviewedWords({ items, errors, words }: ReviewedWordsProps) {
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
                    aria-describedby={isThere ? `${fieldId(name)}-help` : undefined}
                  />
                  <span>{value?.label ?? texts[0]}</span>
                </label>
                {isThere && (
                  <small id={`${fieldId(name)}-help`} className={styles.soft}>
                    {t('resume-import.review.there')}
                  </small>
                )}
                {error !== undefined && <p className={styles.error}>{error}</p>}
              </li>
            );
          })}
      </ul>
      <p className={styles.soft}>
        {source(items.filter((item) => item.field === field).flatMap(({ values }) => values))}
      </p>
    </fieldset>
  ));
}

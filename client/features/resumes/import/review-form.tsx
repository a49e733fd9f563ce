import { isCorrectable, partName, PROPOSAL_FIELD, takeName } from '#contract/resume-import/review-form.js';
import { CSRF_FIELD, type FormError } from '#contract/applications/sent-form.js';
import { RESUME_IMPORT_PATH } from '#contract/pages/paths.js';
import type { FormTerms } from '../../../components/defined-form/form-view';
import type { FormWords } from '../../../components/defined-form/form-words';
import { PlainField } from '../../../components/defined-form/plain-field';
import { Column } from '../../../components/ui/column';
import { fieldId } from '../../../components/ui/forms/field-id';
import { usePage } from '../../../lib/page-context';
import styles from './import.module.css';
import type { Review, ShownItem } from './load-review';
import { useSource } from './source';
import { Alert } from '../../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../../components/ui/button';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import type { PageForm } from '../../../lib/page-form';
import { resumeWords } from '../editing/resume-words';

/** What was found in a file, to be taken, put right or left. Nothing of it is stored before it is sent. */
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
          <Column as="section" key={step} gap={4} className={styles.group} aria-labelledby={`step-${step}`}>
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

interface ReviewedEntryProps {
  item: ShownItem;
  terms: FormTerms;
  errors: readonly FormError[];
  words: FormWords;
}

/** A single value, or an entry with its parts: each with the line it came from, to be put right. */
function ReviewedEntry({ item, terms, errors, words }: ReviewedEntryProps) {
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
      <Column gap={4} className={styles.parts}>
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
      </Column>
    </fieldset>
  );
}

interface ReviewedWordsProps {
  items: readonly ShownItem[];
  errors: readonly FormError[];
  words: FormWords;
}

/** Skills and other languages: words to be taken or left. */
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

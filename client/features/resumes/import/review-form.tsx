import { RESUME_IMPORT_PATH } from '#contract/pages/paths.js';
import {
  isCorrectable,
  partName,
  PROPOSAL_FIELD,
  takeName,
} from '#contract/resume-import/review-form.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { Alert } from '../../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../../components/ui/button';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { resumeWords } from '../editing/resume-words';
import styles from './import.module.css';
import type { Review } from './load-review';
import { ReviewedEntry } from './reviewed-entry';
import { ReviewedWords } from './reviewed-words';

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
    <div className={styles.frame} data-review>
      <h2 id="review" tabIndex={-1}>
        {t('resume-import.review.title')}
      </h2>
      <Alert>{t('resume-import.review.text')}</Alert>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <form method="post" action={form.action} className={styles.frame} noValidate>
        <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
        <input type="hidden" name={PROPOSAL_FIELD} value={review.proposal} />
        {review.groups.map(({ step, items }) => (
          <section key={step} className={styles.group} aria-labelledby={`step-${step}`}>
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
          </section>
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
      </form>
    </div>
  );
}

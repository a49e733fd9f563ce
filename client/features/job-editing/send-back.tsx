import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { JOB_REVIEW_PATH } from '#contract/pages/paths.js';
import { Button } from '../../components/ui/button';
import { Column } from '../../components/ui/column';
import field from '../../components/ui/forms/field.module.css';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import styles from './manager.module.css';

interface SendBackProps {
  /** Of what is sent back, on the page. */
  id: string;
  /** What says which it is, as the form sends it. */
  hidden: Readonly<Record<string, string>>;
  form: PageForm;
}

/** Sends a job, or a change, back with a reason. Sent to the list of what waits, from whichever page. */
export function SendBack({ id: subject, hidden, form }: SendBackProps) {
  const { t, href } = usePage();
  const isSent = Object.entries(hidden).every(([name, value]) => form.values[name] === value);
  const error = isSent ? form.errors.find((each) => each.field === 'reason')?.message : undefined;
  // A page may have several.
  const id = `reason-${subject}`;
  return (
    <details className={`${styles.decision} ${styles.wide}`} open={error !== undefined}>
      <summary>{t('job-wizard.move.send_back')}</summary>
      <Column as="form" method="post" action={href(JOB_REVIEW_PATH)} gap={3} data-job-send-back>
        <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="go" value="send_back" />
        <label htmlFor={id} className={field.label}>
          {t('job-wizard.review.reason')}
        </label>
        <textarea
          id={id}
          name="reason"
          required
          rows={4}
          maxLength={2000}
          className={field.input}
          aria-describedby={`${id}-help`}
          aria-invalid={error === undefined ? undefined : true}
          defaultValue={isSent ? form.values.reason : ''}
        />
        <p id={`${id}-help`} className={styles.soft}>
          {error ?? t('job-wizard.review.reasonHelp')}
        </p>
        <div>
          <Button kind="secondary">{t('job-wizard.move.send_back')}</Button>
        </div>
      </Column>
    </details>
  );
}

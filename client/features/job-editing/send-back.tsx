import { MAX_REASON_LENGTH } from '#contract/job-form/job-form.js';
import { JOB_REVIEW_PATH } from '#contract/pages/paths.js';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/container';
import { FormTextArea } from '../../components/ui/forms/form-field';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import styles from './manager.module.css';
import { CsrfFields } from '../../components/ui/forms/hidden-fields';

interface SendBackProps {
  /** Id of the element on the page for the item that is sent back. */
  id: string;
  /** Hidden fields of the form that identify the item. */
  hidden: Readonly<Record<string, string>>;
  form: PageForm;
}

/**
 * Sends a job, or a change, back with a reason. The form is submitted to the page with the review list, from any page.
 */
export function SendBack({ id: subject, hidden, form }: SendBackProps) {
  const { t, href } = usePage();
  const isSent = Object.entries(hidden).every(([name, value]) => form.values[name] === value);
  const error = isSent ? form.errors.find((each) => each.field === 'reason')?.message : undefined;
  // A page may have several such fields.
  const id = `reason-${subject}`;
  return (
    <details className={`${styles.decision} ${styles.wide}`} open={error !== undefined}>
      <summary>{t('job-wizard.move.send_back')}</summary>
      <Column as="form" method="post" action={href(JOB_REVIEW_PATH)} noValidate gap={3} data-job-send-back>
        <CsrfFields value={form.csrf} />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="go" value="send_back" />
        <FormTextArea
          id={id}
          name="reason"
          label={t('job-wizard.review.reason')}
          help={t('job-wizard.review.reasonHelp')}
          error={error}
          required
          rows={4}
          maxLength={MAX_REASON_LENGTH}
          defaultValue={isSent ? form.values.reason : ''}
        />
        <div>
          <Button kind="secondary">{t('job-wizard.move.send_back')}</Button>
        </div>
      </Column>
    </details>
  );
}

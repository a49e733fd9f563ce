import type { JobReviewQuery } from '#contract/generated/operations.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { MAX_REASON_LENGTH } from '#contract/job-form/review-reasons.js';
import { REVIEW_REASONS_PATH, REVIEWED_JOB_PATH } from '#contract/pages/paths.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/column';
import { FormTextArea } from '../../../components/ui/forms/form-field';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import styles from '../manager.module.css';

type Reasons = JobReviewQuery['reviewReasons'];

interface DecisionProps {
  job: { id: string; version: number };
  form: PageForm;
  /** Whether the job has no errors and can be published. */
  isApprovable: boolean;
  reasons: Reasons;
  /** Text of the selected saved reason. */
  chosen: string;
}

/** Approves a waiting job, or sends it back with a reason, which may be a saved one. */
export function JobDecision({ job, form, isApprovable, reasons, chosen }: DecisionProps) {
  const { t, href } = usePage();
  const hidden = (go: string) =>
    Object.entries({ [CSRF_FIELD]: form.csrf, id: job.id, version: String(job.version), go }).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ));
  return (
    <Panel id="decision" title={t('job-wizard.review.decision')}>
      {isApprovable ? (
        <form method="post" action={form.action} data-job-approve>
          {hidden('approve')}
          <Button>{t('job-wizard.move.approve')}</Button>
        </form>
      ) : (
        <p>{t('job-wizard.review.notApprovable')}</p>
      )}
      <Column as="form" method="post" action={form.action} noValidate gap={3} data-job-send-back>
        {hidden('send_back')}
        <h3>{t('job-wizard.move.send_back')}</h3>
        {reasons.length > 0 && (
          <div data-saved-reasons>
            <p id="saved-reasons">{t('job-wizard.review.saved')}</p>
            <ul className={styles.reasons} aria-labelledby="saved-reasons">
              {reasons.map(({ id, title, text }) => (
                <li key={id}>
                  <a href={href(`${REVIEWED_JOB_PATH}?job=${job.id}&reason=${id}`) + '#decision'} data-reason={text}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        <FormTextArea
          name="reason"
          label={t('job-wizard.review.reason')}
          help={t('job-wizard.review.reasonHelp')}
          error={form.errors.find(({ field }) => field === 'reason')?.message}
          required
          rows={6}
          maxLength={MAX_REASON_LENGTH}
          defaultValue={form.values.reason ?? chosen}
        />
        <div className={styles.actions}>
          <Button kind="secondary">{t('job-wizard.move.send_back')}</Button>
          <a href={href(REVIEW_REASONS_PATH)}>{t('job-wizard.reasons.manage')}</a>
        </div>
      </Column>
    </Panel>
  );
}

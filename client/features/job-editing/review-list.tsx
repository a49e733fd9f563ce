import type { ManagedJobFactsFragment } from '../../../src/contract/generated/operations.js';
import { CSRF_FIELD } from '../../../src/contract/sent-form.js';
import { Button, ButtonLink } from '../../components/ui/button';
import field from '../../components/ui/field.module.css';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { JobHead } from './job-list';
import styles from './manager.module.css';
import { wizardPath } from './wizard-path';

/** Jobs that wait to be looked at: each can be seen as its page will be, approved, or sent back with a reason. */
export function ReviewList({ jobs, form }: { jobs: readonly ManagedJobFactsFragment[]; form: PageForm }) {
  return (
    <ul className={styles.list}>
      {jobs.map((job) => (
        <li key={job.id} data-job={job.id}>
          <JobHead job={job}>
            <span>{job.organization.name}</span>
          </JobHead>
          <Decision job={job} form={form} />
        </li>
      ))}
    </ul>
  );
}

function Decision({ job, form }: { job: ManagedJobFactsFragment; form: PageForm }) {
  const { t, href } = usePage();
  const isSent = form.values.id === job.id;
  const error = isSent ? form.errors.find((each) => each.field === 'reason')?.message : undefined;
  // Each job has one of its own on the page.
  const id = `reason-${job.id}`;
  const hidden = (
    <>
      <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
      <input type="hidden" name="id" value={job.id} />
    </>
  );
  return (
    <>
      <form method="post" action={form.action} className={styles.actions} data-job-approve>
        {hidden}
        <ButtonLink kind="secondary" href={href(wizardPath(job.id, 'preview'))} rel="nofollow">
          {t('job-wizard.review.look')}
        </ButtonLink>
        <Button name="go" value="approve">
          {t('job-wizard.move.approve')}
        </Button>
      </form>
      <details className={`${styles.decision} ${styles.wide}`} open={error !== undefined}>
        <summary>{t('job-wizard.move.send_back')}</summary>
        <form method="post" action={form.action} className={styles.reason} data-job-send-back>
          {hidden}
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
        </form>
      </details>
    </>
  );
}

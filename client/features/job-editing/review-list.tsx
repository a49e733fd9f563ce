import type { JobsToReviewQuery, ManagedJobFactsFragment } from '#contract/generated/operations.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { Button, ButtonLink } from '../../components/ui/button';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { JobHead } from './job-list';
import styles from './manager.module.css';
import { SimilarNames } from './similar-names';
import { SendBack } from './send-back';
import { wizardPath } from './wizard-path';

type Job = JobsToReviewQuery['jobsToReview']['jobs'][number];

/** Jobs and changes that wait for review: each can be seen as its page will be, approved, or sent back with a reason. */
export function ReviewList({ jobs, form }: { jobs: readonly Job[]; form: PageForm }) {
  return (
    <ul className={styles.list}>
      {jobs.map((job) => (
        <li key={job.id} data-job={job.id}>
          <JobHead job={job}>
            <span>{job.organization.name}</span>
          </JobHead>
          {job.organization.similarNames.length > 0 && (
            <div className={styles.wide}>
              <SimilarNames name={job.organization.name} others={job.organization.similarNames} />
            </div>
          )}
          <Approval job={job} form={form} />
          <SendBack id={job.id} hidden={{ id: job.id }} form={form} />
        </li>
      ))}
    </ul>
  );
}

function Approval({ job, form }: { job: ManagedJobFactsFragment; form: PageForm }) {
  const { t, href } = usePage();
  return (
    <form method="post" action={form.action} className={styles.actions} data-job-approve>
      <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
      <input type="hidden" name="id" value={job.id} />
      <ButtonLink kind="secondary" href={href(wizardPath(job.id, 'preview'))} rel="nofollow">
        {t('job-wizard.review.look')}
      </ButtonLink>
      <Button name="go" value="approve">
        {t('job-wizard.move.approve')}
      </Button>
    </form>
  );
}

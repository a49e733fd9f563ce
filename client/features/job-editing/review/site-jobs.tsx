import type { SiteJobsQuery } from '#contract/generated/operations.js';
import { MAX_REASON_LENGTH } from '#contract/job-form/job-form.js';
import { REVIEWED_JOB_PATH, SITE_JOBS_PATH } from '#contract/pages/paths.js';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { SelectField, TextField } from '../../../components/ui/forms/field';
import { FormTextArea } from '../../../components/ui/forms/form-field';
import { Icon } from '../../../components/ui/icon';
import { labelled } from '../../../components/ui/forms/field-labels';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { JobHead } from '../job-list';
import styles from '../manager.module.css';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

type Job = SiteJobsQuery['siteJobs']['jobs'][number];

/** The states by which jobs of a site can be filtered. */
export const SITE_JOB_STATES = ['published', 'scheduled', 'needs_review', 'draft', 'archived'] as const;

/** Filters of the list; an empty text means no filter. */
export interface SiteJobQuery {
  title: string;
  organization: string;
  /** The id of an account: filters by the organizations of which it is a member. */
  user: string;
  state: string;
}

/** Searches jobs by title, organization and state. */
export function SiteJobSearch({ title, organization, user, state }: SiteJobQuery) {
  const { t, href } = usePage();
  return (
    <form className={styles.filters} action={href(SITE_JOBS_PATH)} role="search">
      {user && <input type="hidden" name="user" value={user} />}
      <TextField label={t('job-wizard.manager.search')} type="search" name="title" defaultValue={title} />
      <TextField
        label={t('job-wizard.field.organization')}
        type="search"
        name="organization"
        defaultValue={organization}
      />
      <SelectField
        label={t('job-wizard.siteJobs.state')}
        name="state"
        defaultValue={state}
        options={[
          ['', t('job-wizard.manager.all')],
          ...SITE_JOB_STATES.map((each) => [each, t(`job-wizard.state.${each}`)] as const),
        ]}
      />
      <Button>
        <Icon name="search" />
        {t('job-wizard.manager.find')}
      </Button>
    </form>
  );
}

/** Jobs of all organizations of the site, each linked to its page for reviewers; published ones can be unpublished. */
export function SiteJobList({ jobs, form }: { jobs: readonly Job[]; form: PageForm }) {
  const { t, href, locale } = usePage();
  return (
    <ul className={styles.list}>
      {jobs.map((job) => (
        <li key={job.id} data-job={job.id}>
          <JobHead job={job}>
            <span>{job.organization.name}</span>
          </JobHead>
          <div className={styles.actions}>
            {job.url && (
              <a href={href(job.url.path)} aria-label={labelled(t('job-wizard.manager.view'), job.title, locale)}>
                {t('job-wizard.manager.view')}
              </a>
            )}
            <a
              href={href(`${REVIEWED_JOB_PATH}?job=${job.id}`)}
              rel="nofollow"
              aria-label={labelled(t('job-wizard.siteJobs.facts'), job.title, locale)}
            >
              {t('job-wizard.siteJobs.facts')}
            </a>
          </div>
          {job.steps.includes('unpublish') && <Unpublish job={job} form={form} />}
        </li>
      ))}
    </ul>
  );
}

function Unpublish({ job, form }: { job: Job; form: PageForm }) {
  const { t, locale } = usePage();
  const isSent = form.values.id === job.id;
  const error = isSent ? form.errors.find((each) => each.field === 'reason')?.message : undefined;
  const id = `reason-${job.id}`;
  return (
    <details className={`${styles.decision} ${styles.wide}`} open={error !== undefined}>
      <summary aria-label={labelled(t('job-wizard.move.unpublish'), job.title, locale)}>
        {t('job-wizard.move.unpublish')}
      </summary>
      <Column as="form" method="post" action={form.action} noValidate gap={3} data-job-unpublish>
        <CsrfFields value={form.csrf} />
        <input type="hidden" name="id" value={job.id} />
        <p>{t('job-wizard.siteJobs.unpublishText')}</p>
        <FormTextArea
          id={id}
          name="reason"
          label={t('job-wizard.siteJobs.reason')}
          help={t('job-wizard.siteJobs.reasonHelp')}
          error={error}
          required
          rows={4}
          maxLength={MAX_REASON_LENGTH}
          defaultValue={isSent ? form.values.reason : ''}
        />
        <div>
          <Button kind="danger">{t('job-wizard.move.unpublish')}</Button>
        </div>
      </Column>
    </details>
  );
}

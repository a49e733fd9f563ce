import type { ReactNode } from 'react';
import type { ManagedJobFactsFragment, PublishingTermsFactsFragment } from '#contract/generated/operations.js';
import { JOB_CLOSING_PATH, jobApplicationsPath } from '#contract/pages/paths.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { AskFirst } from '../../components/ui/dialogs/ask-first';
import { Button, ButtonLink } from '../../components/ui/buttons/button';
import { Tag } from '../../components/ui/tag';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { JobChargeFacts, JobPlacements } from './job-placements';
import styles from './manager.module.css';
import { stateOfChange } from './state-of-change';
import { wizardPath } from './wizard-path';

/** Jobs managed by the user, each with its actions. */
export function ManagedJobList({
  jobs,
  form,
  terms,
}: {
  jobs: readonly ManagedJobFactsFragment[];
  form: PageForm;
  terms: PublishingTermsFactsFragment | null;
}) {
  return (
    <ul className={styles.list}>
      {jobs.map((job) => (
        <li key={job.id} data-job={job.id}>
          <JobHead job={job} />
          <JobActions job={job} form={form} />
          <JobPlacements job={job} form={form} terms={terms} />
        </li>
      ))}
    </ul>
  );
}

/** Title and state of a job. */
export function JobHead({ job, children }: { job: ManagedJobFactsFragment; children?: ReactNode }) {
  const { t, href, locale, site } = usePage();
  const dates = {
    published:
      job.expiration &&
      t('job-wizard.manager.until', { date: formatDate(job.expiration, locale, job.timeZone ?? site.timeZone) }),
    scheduled:
      job.published &&
      t('job-wizard.manager.from', { date: formatDate(job.published, locale, job.timeZone ?? site.timeZone) }),
    archived:
      job.expiration &&
      t('job-wizard.manager.ended', { date: formatDate(job.expiration, locale, job.timeZone ?? site.timeZone) }),
    draft: undefined,
    needs_review: undefined,
  };
  return (
    <div>
      <h2>
        <a href={href(wizardPath(job.id))} rel="nofollow">
          {job.title || t('job-wizard.untitled')}
        </a>
      </h2>
      <p className={styles.facts}>
        <Tag>{t(`job-wizard.state.${job.state}`)}</Tag>
        {stateOfChange(job) && <Tag>{t(`job-wizard.manager.${stateOfChange(job)!}`)}</Tag>}
        {dates[job.state] && <span>{dates[job.state]}</span>}
        <span>{t('job-wizard.manager.changed', { date: formatDate(job.changed, locale, site.timeZone) })}</span>
        {job.url && (
          <a href={`${href(jobApplicationsPath(job.id))}#numbers`} data-views>
            {t('job-wizard.manager.views', { count: job.views })}
          </a>
        )}
        {job.started > 0 && <span data-started>{t('job-wizard.manager.started', { count: job.started })}</span>}
        {job.applications > 0 && <JobApplications job={job} />}
        {children}
      </p>
      <JobChargeFacts job={job} />
      {job.sentBackReason && (
        <p>
          <strong>{t('job-wizard.sentBack')}</strong> {job.sentBackReason}
        </p>
      )}
    </div>
  );
}

function JobApplications({ job: { id, applications, newApplications } }: { job: ManagedJobFactsFragment }) {
  const { t, href } = usePage();
  return (
    <a href={href(jobApplicationsPath(id))}>
      {t('applications.total', { count: applications })}
      {newApplications > 0 && ` (${t('applications.fresh', { count: newApplications })})`}
    </a>
  );
}

/**
 * Actions available in the list; actions that show a job for the first time are available where the whole job is
 * visible.
 */
const LISTED = ['renew', 'withdraw'] as const;

function JobActions({ job, form }: { job: ManagedJobFactsFragment; form: PageForm }) {
  const { t, href } = usePage();
  const named = (words: string) => `${words}: ${job.title || t('job-wizard.untitled')}`;
  const canChange = job.state !== 'needs_review' && !job.changeInReview;
  // The closing page first notifies applicants who are still waiting for a decision.
  const isOver = job.state === 'archived';
  const closing = isOver ? 'applications.closing.answer' : 'job-wizard.move.archive';
  const archive = t('job-wizard.move.archive');
  return (
    <form method="post" action={form.action} className={styles.actions} data-job-actions>
      <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
      <input type="hidden" name="id" value={job.id} />
      {job.url && (
        <ButtonLink kind="quiet" href={href(job.url.path)} aria-label={named(t('job-wizard.manager.view'))}>
          {t('job-wizard.manager.view')}
        </ButtonLink>
      )}
      {canChange && (
        <ButtonLink
          kind="secondary"
          href={href(wizardPath(job.id))}
          rel="nofollow"
          aria-label={named(t('job-wizard.manager.edit'))}
        >
          {t('job-wizard.manager.edit')}
        </ButtonLink>
      )}
      {LISTED.filter((step) => job.steps.includes(step)).map((step) => (
        <Button key={step} kind="quiet" name="go" value={step} aria-label={named(t(`job-wizard.move.${step}`))}>
          {t(`job-wizard.move.${step}`)}
        </Button>
      ))}
      <Button kind="quiet" name="go" value="duplicate" aria-label={named(t('job-wizard.move.duplicate'))}>
        {t('job-wizard.move.duplicate')}
      </Button>
      {job.waiting > 0 && (isOver || job.steps.includes('archive')) && (
        <ButtonLink
          kind={isOver ? 'secondary' : 'quiet'}
          href={href(`${JOB_CLOSING_PATH}?job=${job.id}`)}
          rel="nofollow"
          aria-label={named(t(closing, { count: job.waiting }))}
        >
          {t(closing, { count: job.waiting })}
        </ButtonLink>
      )}
      {job.waiting === 0 && job.steps.includes('archive') && (
        <AskFirst words={archive} label={named(archive)} question={t('job-wizard.archiveSure')}>
          <Button kind="secondary" name="go" value="archive" aria-label={named(archive)}>
            {archive}
          </Button>
        </AskFirst>
      )}
    </form>
  );
}

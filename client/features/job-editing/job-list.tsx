import type { ReactNode } from 'react';
import type { ManagedJobFactsFragment, PublishingTermsFactsFragment } from '#contract/generated/operations.js';
import { JOB_CLOSING_PATH, jobApplicationsPath, JOB_MANAGER_PATH, JOB_WIZARD_PATH } from '#contract/pages/paths.js';
import { PLACEMENT_DAYS } from '#contract/commerce/product-fields.js';
import { AskFirst } from '../../components/ui/dialogs/ask-first';
import { Button, ButtonLink } from '../../components/ui/buttons/button';
import { Tag } from '../../components/ui/tag';
import { formatDate, formatDeadline } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import hidden from '../../components/ui/visually-hidden.module.css';
import { Alert } from '../../components/ui/feedback/alert';
import { Panel } from '../../components/ui/containers/panel';
import { labelled } from '../../components/ui/forms/field-labels';
import styles from './manager.module.css';
import { stateOfChange, wizardPath } from './job-words';
import { CsrfFields } from '../../components/ui/forms/hidden-fields';

/** Jobs managed by the user, each with its actions. */
export function ManagedJobList({
  jobs,
  form,
  formKey,
  terms,
}: {
  jobs: readonly ManagedJobFactsFragment[];
  form: PageForm;
  /** Identifies the forms of this list, so that one that is sent twice has one effect. */
  formKey: string;
  terms: PublishingTermsFactsFragment | null;
}) {
  return (
    <ul className={styles.list}>
      {jobs.map((job) => (
        <li key={job.id} data-job={job.id}>
          <JobHead job={job} />
          <JobActions job={job} form={form} formKey={formKey} />
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

function JobActions({ job, form, formKey }: { job: ManagedJobFactsFragment; form: PageForm; formKey: string }) {
  const { t, href, locale } = usePage();
  const named = (words: string) => labelled(words, job.title || t('job-wizard.untitled'), locale);
  const canChange = job.state !== 'needs_review' && !job.changeInReview;
  // The closing page first notifies applicants who are still waiting for a decision.
  const isOver = job.state === 'archived';
  const closing = isOver ? 'applications.closing.answer' : 'job-wizard.move.archive';
  const archive = t('job-wizard.move.archive');
  return (
    <form method="post" action={form.action} className={styles.actions} data-job-actions>
      <CsrfFields value={form.csrf} />
      <input type="hidden" name="id" value={job.id} />
      <input type="hidden" name="version" value={job.version} />
      <input type="hidden" name="key" value={formKey} />
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

/** Credits that were charged for a job, and whether archiving it refunds them. */
function JobChargeFacts({ job: { charge, placements, state } }: { job: ManagedJobFactsFragment }) {
  const { t, locale, site } = usePage();
  if (!charge && placements.length === 0) return null;
  return (
    <p className={styles.soft} data-job-charge={charge?.by}>
      {charge && t(charge.by === 'slot' ? 'job-wizard.cost.paidSlot' : 'job-wizard.cost.paidCredit')}{' '}
      {charge?.by === 'credit' &&
        state === 'published' &&
        (charge.refundableUntil
          ? t('job-wizard.cost.creditBack', { date: formatDeadline(charge.refundableUntil, locale, site.timeZone) })
          : t('job-wizard.cost.noCreditBack'))}{' '}
      {placements
        .map(({ kind, until }) =>
          t(`job-wizard.place.running.${kind}`, { date: formatDate(until, locale, site.timeZone) }),
        )
        .join(' · ')}
    </p>
  );
}

/** Promotes a published job for a number of days that the organization has bought; nothing if it has none. */
function JobPlacements({
  job,
  form,
  terms,
}: {
  job: ManagedJobFactsFragment;
  form: PageForm;
  terms: PublishingTermsFactsFragment | null;
}) {
  const { t } = usePage();
  const kinds = (['featured', 'top'] as const).filter((kind) => daysOf(terms, kind) >= Math.min(...PLACEMENT_DAYS));
  if (job.state !== 'published' || terms === null || kinds.length === 0) return null;
  return (
    <details className={styles.placements}>
      <summary>
        {t('job-wizard.place.open')}
        <span className={hidden.hidden}>: {job.title}</span>
      </summary>
      {kinds.map((kind) => (
        <form key={kind} method="post" action={form.action} data-job-placement={kind}>
          <CsrfFields value={form.csrf} />
          <input type="hidden" name="id" value={job.id} />
          <input type="hidden" name="go" value={`place-${kind}`} />
          <input type="hidden" name="available" value={daysOf(terms, kind)} />
          <fieldset>
            <legend>
              {t(`job-wizard.place.${kind}`)}
              <span className={styles.soft}>{t('job-wizard.place.left', { count: daysOf(terms, kind) })}</span>
            </legend>
            {PLACEMENT_DAYS.filter((days) => days <= daysOf(terms, kind)).map((days) => (
              <Button key={days} kind="secondary" name="days" value={String(days)}>
                {t('job-wizard.choice.days', { count: days })}
              </Button>
            ))}
          </fieldset>
        </form>
      ))}
      <p className={styles.soft}>{t('job-wizard.place.refund', { hours: terms.refundHours })}</p>
    </details>
  );
}

function daysOf(terms: PublishingTermsFactsFragment | null, kind: 'featured' | 'top'): number {
  return (kind === 'featured' ? terms?.featuredDays : terms?.topDays) ?? 0;
}

/**
 * On the dashboard: the jobs that were edited last, each with its state. `jobs` is undefined if they are currently
 * unavailable.
 */
export function JobsPanel({ jobs }: { jobs: readonly ManagedJobFactsFragment[] | undefined }) {
  const { t, href } = usePage();
  const way = jobs?.length === 0 ? JOB_WIZARD_PATH : JOB_MANAGER_PATH;
  return (
    <Panel
      id="jobs"
      title={t('job-wizard.manager.title')}
      aside={
        jobs && (
          <a href={href(way)}>{t(way === JOB_WIZARD_PATH ? 'job-wizard.newJob' : 'job-wizard.manager.showAll')}</a>
        )
      }
    >
      {!jobs && <Alert kind="warn">{t('job-wizard.manager.failed')}</Alert>}
      {jobs?.length === 0 && <p className={styles.soft}>{t('job-wizard.manager.noneText')}</p>}
      {jobs && jobs.length > 0 && (
        <ul className={styles.short}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function JobRow({ job }: { job: ManagedJobFactsFragment }) {
  const { t, href, locale, site } = usePage();
  // Shows a single state: for a change that is neither in review nor sent back, the job's own state is more
  // informative.
  const change = job.hasChanges && !job.changeInReview && !job.sentBackReason ? undefined : stateOfChange(job);
  const isShown = job.state === 'published' && job.expiration !== null;
  return (
    <li>
      <div>
        <a href={href(job.url?.path ?? wizardPath(job.id))} rel={job.url ? undefined : 'nofollow'}>
          {job.title || t('job-wizard.untitled')}
        </a>
        <span className={styles.soft}>
          {isShown
            ? t('job-wizard.manager.until', {
                date: formatDate(job.expiration!, locale, job.timeZone ?? site.timeZone),
              })
            : t('job-wizard.manager.changed', { date: formatDate(job.changed, locale, site.timeZone) })}
        </span>
      </div>
      <Tag>{t(change ? `job-wizard.manager.${change}` : `job-wizard.state.${job.state}`)}</Tag>
    </li>
  );
}

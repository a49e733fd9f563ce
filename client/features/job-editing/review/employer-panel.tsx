import type { JobReviewQuery } from '#contract/generated/operations.js';
import { organizationPath } from '#contract/pages/paths.js';
import { Panel } from '../../../components/ui/containers/panel';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from '../manager.module.css';
import { Alert } from '../../../components/ui/feedback/alert';

type Employer = NonNullable<JobReviewQuery['jobReview']>['employer'];

/** Facts about the author of a job: age of the account, email address, and previous jobs. */
export function EmployerPanel({
  employer,
  organization,
  isWaiting,
}: {
  employer: Employer;
  organization: { id: string; name: string };
  /** Whether somebody has sent the job for review and waits for the decision. */
  isWaiting: boolean;
}) {
  const { t, href, locale, site } = usePage();
  const day = (date: string) => formatDate(date, locale, site.timeZone);
  const { recruiter, websiteDomain, publishedJobs, sentBack } = employer;
  return (
    <Panel id="employer" title={t('job-wizard.review.employer.title')}>
      <dl className={styles.pairs}>
        <div data-fact="organization">
          <dt>{t('job-wizard.review.employer.organization')}</dt>
          <dd>
            {employer.isNew ? (
              organization.name
            ) : (
              <a href={href(organizationPath(organization.id, organization.name))}>{organization.name}</a>
            )}
          </dd>
          <dd>{t(`job-wizard.review.employer.${employer.isNew ? 'new' : 'since'}`, { date: day(employer.since) })}</dd>
          {employer.isVerified && <dd>{t('job-wizard.review.employer.verified')}</dd>}
          {employer.isTrusted && <dd>{t('job-wizard.review.employer.trusted')}</dd>}
        </div>
        {/* A job without a sender that does not wait may never have been sent, so nothing is said about an account. */}
        {(recruiter || isWaiting) && (
          <div data-fact="recruiter">
            <dt>{t('job-wizard.review.employer.recruiter')}</dt>
            {recruiter ? (
              <>
                <dd>{recruiter.name}</dd>
                <dd>{t('job-wizard.review.employer.registered', { date: day(recruiter.registered) })}</dd>
              </>
            ) : (
              <dd>{t('job-wizard.review.employer.noRecruiter')}</dd>
            )}
          </div>
        )}
        {recruiter && (
          <div data-fact="domain">
            <dt>{t('job-wizard.review.employer.emailDomain')}</dt>
            <dd>{recruiter.emailDomain}</dd>
            {recruiter.isWebsiteDomain != null && (
              <dd>
                <strong>
                  {t(`job-wizard.review.employer.${recruiter.isWebsiteDomain ? 'sameDomain' : 'otherDomain'}`)}
                </strong>
              </dd>
            )}
          </div>
        )}
        <div data-fact="website">
          <dt>{t('job-wizard.review.employer.websiteDomain')}</dt>
          <dd>{websiteDomain ?? t('job-wizard.review.employer.noWebsite')}</dd>
        </div>
        <div data-fact="jobs">
          <dt>{t('job-wizard.review.employer.jobs')}</dt>
          <dd>
            {publishedJobs === 0
              ? t('job-wizard.review.employer.firstJob')
              : t('job-wizard.review.employer.published', { count: publishedJobs })}
          </dd>
          <dd>
            {sentBack === 0
              ? t('job-wizard.review.employer.neverSentBack')
              : t('job-wizard.review.employer.sentBack', { count: sentBack })}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** Warns the reviewer of organizations with similar names; nothing if there are none. */
export function SimilarNames({ name, others }: { name: string; others: readonly string[] }) {
  const { t } = usePage();
  if (others.length === 0) return null;
  return (
    <Alert kind="warn">
      <p data-similar-names>{t('job-wizard.review.similar', { name, others: others.join(', ') })}</p>
    </Alert>
  );
}

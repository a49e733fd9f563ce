import type { JobDetailsFragment } from '#contract/generated/operations.js';
import { applyPath, ownApplicationPath } from '#contract/pages/paths.js';
import { type ViewSource, withSource, sourcePaths } from '#contract/view-source.js';
import { buttonClass, ButtonLink, CopyButton } from '../../../components/ui/buttons/button';
import { Icon } from '../../../components/ui/icon';
import { formatDate } from '../../../lib/format';
import { tracked } from '../../../lib/measurement/tracked';
import { usePage, useSite } from '../../../lib/page-context';
import { useUser } from '../../../lib/user/user-context';
import styles from './job-view.module.css';

interface ApplyBarProps {
  job: JobDetailsFragment;
  /**
   * Source from which the visitor came to the job, if the page itself knows it; otherwise `nameSource` determines it in
   * the browser.
   */
  source?: ViewSource | undefined;
}

/** The button to apply, always in view, and the button to save the job for later. */
export function ApplyBar({ job, source }: ApplyBarProps) {
  const { t, href } = usePage();
  return (
    <div className={styles.apply}>
      {namesNoWay(job) && <p className={styles.noWay}>{t('job.noWayToApply')}</p>}
      <ApplyLink job={job} source={source} />
      <button
        type="button"
        className={styles.save}
        data-save={job.id}
        data-path={href(job.url.path)}
        aria-pressed="false"
      >
        {t('job.save')}
      </button>
    </div>
  );
}

/** Imported jobs may contain neither an address nor instructions for applications. */
function namesNoWay({
  ownApplication,
  applicationWorkflow,
  applicationLink,
  applicationEmails,
}: JobDetailsFragment): boolean {
  return !ownApplication && applicationWorkflow !== 'form' && !applicationLink && applicationEmails.length === 0;
}

function ApplyLink({ job, source }: ApplyBarProps) {
  const { t, href, locale, site } = usePage();
  const whole = useSite();
  const { features } = whole;
  const { authenticated } = useUser();
  if (job.ownApplication) {
    const date = formatDate(job.ownApplication.created, locale, site.timeZone);
    return (
      <ButtonLink kind="secondary" href={href(ownApplicationPath(job.ownApplication.id))} rel="nofollow" data-applied>
        <Icon name="check" />
        {t('applications.appliedOn', { date })}
      </ButtonLink>
    );
  }
  const hasForm = job.applicationWorkflow === 'form';
  const form = withSource(applyPath(job.id, job.title), source);
  const found = hasForm &&
    !source && { 'data-apply-way': job.id, 'data-source-paths': JSON.stringify(sourcePaths(whole)) };
  if (features.forcedRegistration && !authenticated && !namesNoWay(job)) {
    // After login, the application form is next if there is one.
    const destination = encodeURIComponent(href(hasForm ? form : job.url.path));
    return (
      <ButtonLink href={href(`/user/login?destination=${destination}`)} {...found}>
        {t('job.applyAfterLogin')}
      </ButtonLink>
    );
  }
  if (hasForm)
    return (
      <ButtonLink href={href(form)} rel="nofollow" {...found}>
        {t('applications.apply')}
      </ButtonLink>
    );
  if (job.applicationWorkflow === 'email' && job.applicationEmails.length > 0) {
    const subject = encodeURIComponent(t('job.mailSubject', { title: job.title }));
    // Visitors without a mail program on this device need the address itself.
    return (
      <details className={styles.byMail}>
        <summary
          className={buttonClass({ wide: true })}
          {...tracked(whole, 'job_apply_start', { id: job.id, on: 'click' })}
        >
          <Icon name="mail" />
          {t('job.applyByMail')}
        </summary>
        <p>
          <a href={`mailto:${job.applicationEmails.join(',')}?subject=${subject}`}>
            {job.applicationEmails.join(', ')}
          </a>
          <CopyButton text={job.applicationEmails.join(', ')} label={t('job.copyAddress')} />
        </p>
      </details>
    );
  }
  const link = job.applicationLink ?? job.organization.website;
  if (!link) return null;
  return (
    <ButtonLink
      href={link}
      rel="noopener nofollow"
      target="_blank"
      {...tracked(whole, 'view_original_ad_btn_click', { id: job.id, on: 'click' })}
    >
      {t(job.applicationLink ? 'job.apply' : 'job.visitEmployer')}
      <Icon name="external" />
    </ButtonLink>
  );
}

import { JOB_REVIEW_PATH, REVIEWED_JOB_PATH } from '#contract/pages/paths.js';
import styles from '../../../components/defined-form/defined-form.module.css';
import { OwnPage } from '../../../components/layouts/own-page';
import { classNames } from '../../../components/ui/class-names';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { ApplicationSettings } from '../../../features/job-editing/review/application-settings';
import { ChangeList } from '../../../features/job-editing/review/change-list';
import { EmployerPanel } from '../../../features/job-editing/review/employer-panel';
import { JobDecision } from '../../../features/job-editing/review/job-decision';
import { QueueLinks } from '../../../features/job-editing/review/queue-links';
import { SimilarNames } from '../../../features/job-editing/similar-names';
import { Points, waitingText } from '../../../features/job-editing/wizard-preview';
import { JobView } from '../../../features/jobs/detail/job-view';
import unpublished from '../../../features/jobs/detail/job-view.module.css';
import { usePage } from '../../../lib/page-context';
import type { ReviewedJobData } from './+load.server';

export function Page({ data }: { data: ReviewedJobData }) {
  const { t, href } = usePage();
  const { edited, review, form } = data;
  const { job, errors, warnings } = edited;
  const missing = errors.filter(({ field, step }) => field != null && step != null);
  const isWaiting = job.steps.includes('approve');
  const isPublic = job.state === 'published' || job.state === 'archived';
  const title = job.title || t('job-wizard.untitled');
  return (
    <OwnPage
      narrow
      title={title}
      trail={[
        { name: t('job-wizard.review.title'), path: JOB_REVIEW_PATH },
        { name: title, path: `${REVIEWED_JOB_PATH}?job=${job.id}` },
      ]}
      intro={
        <p>
          {t('job-wizard.for', { organization: job.organization.name })}
          {review.position != null && (
            <> · {t('job-wizard.review.position', { position: review.position, total: review.total })}</>
          )}
        </p>
      }
    >
      {data.notice && (
        <Alert kind="good" passing>
          <p role="status">{t(`job-wizard.notice.${data.notice}`)}</p>
        </Alert>
      )}
      <FormErrors errors={form.errors} labels={{ reason: t('job-wizard.review.reason') }} address={form.action} />
      <QueueLinks review={review} />
      {isWaiting ? (
        <Alert>{t(`job-wizard.${waitingText(job, true)}`)}</Alert>
      ) : (
        <Alert kind="warn">
          <p>{t('job-wizard.review.decided', { state: t(`job-wizard.state.${job.state}`) })}</p>
          <p>
            <a href={href(JOB_REVIEW_PATH)}>{t('job-wizard.review.title')}</a>
          </p>
        </Alert>
      )}
      <SimilarNames name={job.organization.name} others={job.organization.similarNames} />
      <EmployerPanel employer={review.employer} organization={job.organization} />
      {edited.changes.length > 0 && <ChangeList changes={edited.changes} />}
      <Points title={t('job-wizard.missing')} points={missing} edited={edited} />
      <Points title={t('job-wizard.warnings')} points={warnings} edited={edited} />
      <ApplicationSettings edited={edited} />
      {data.preview && (
        <section
          aria-label={t('job-wizard.step.preview')}
          className={classNames(styles.preview, !isPublic && unpublished.unpublished)}
          data-preview
          data-fades={!isPublic || undefined}
        >
          <JobView job={data.preview} level={2} />
        </section>
      )}
      {isWaiting && (
        <JobDecision
          job={{ id: job.id, version: edited.version }}
          form={form}
          isApprovable={missing.length === 0}
          reasons={data.reasons}
          chosen={data.chosen}
        />
      )}
    </OwnPage>
  );
}

import { JOB_REVIEW_PATH, REVIEWED_JOB_PATH, REVIEW_REASONS_PATH } from '#contract/pages/paths.js';
import type { JobReviewQuery } from '#contract/generated/operations.js';
import { MAX_REASON_LENGTH } from '#contract/job-form/job-form.js';
import styles from '../../../components/defined-form/defined-form.module.css';
import { OwnPage } from '../../../components/layouts/own-page';
import { classNames } from '../../../components/ui/class-names';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';
import { ChangeList, ApplicationSettings } from '../../../features/job-editing/review/change-list';
import { EmployerPanel, SimilarNames } from '../../../features/job-editing/review/employer-panel';
import { Points, waitingText } from '../../../features/job-editing/wizard-preview';
import { JobView } from '../../../features/jobs/detail/job-view';
import unpublished from '../../../features/jobs/detail/job-view.module.css';
import { usePage } from '../../../lib/page-context';
import managerStyles from '../../../features/job-editing/manager.module.css';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { FormTextArea } from '../../../components/ui/forms/form-field';
import { Panel } from '../../../components/ui/containers/panel';
import type { PageForm } from '../../../lib/page-form';
import type { ReviewedJobData } from './+load.server';

/** Keys that `startReviewKeys` handles, with the names of the texts that explain them. */
const QUEUE_KEYS = [
  ['N', 'next'],
  ['P', 'previous'],
] as const;
const DECISION_KEYS = [
  ['A', 'approve'],
  ['S', 'sendBack'],
] as const;

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
      <QueueLinks review={review} isWaiting={isWaiting} />
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
      <EmployerPanel employer={review.employer} organization={job.organization} isWaiting={isWaiting} />
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

/** Links to the previous and the next waiting job; with scripts, also the option to use single keys for them. */
function QueueLinks({
  review,
  isWaiting,
}: {
  review: Pick<NonNullable<JobReviewQuery['jobReview']>, 'previous' | 'next'>;
  /** Whether there is a decision to make. */
  isWaiting: boolean;
}) {
  const { t, href } = usePage();
  const keys = isWaiting ? [...QUEUE_KEYS, ...DECISION_KEYS] : QUEUE_KEYS;
  const link = (direction: 'previous' | 'next') => {
    const id = review[direction];
    return (
      id && (
        <a
          href={href(`${REVIEWED_JOB_PATH}?job=${id}`)}
          rel={direction === 'next' ? 'next' : 'prev'}
          data-queue={direction}
        >
          {t(`job-wizard.review.${direction}`)}
        </a>
      )
    );
  };
  return (
    <div className={managerStyles.queue} data-review-keys>
      {(review.previous || review.next) && (
        <nav aria-label={t('job-wizard.review.queue')} className={managerStyles.actions}>
          {link('previous')}
          {link('next')}
          {isWaiting && <a href="#decision">{t('job-wizard.review.decide')}</a>}
        </nav>
      )}
      <p className={managerStyles.keys} hidden>
        <label>
          <input type="checkbox" /> {t('job-wizard.review.keys')}
        </label>
        <span>
          {keys.map(([letter, name]) => (
            <span key={letter}>
              <kbd>{letter}</kbd> {t(`job-wizard.review.key.${name}`)}
            </span>
          ))}
        </span>
      </p>
    </div>
  );
}

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
function JobDecision({ job, form, isApprovable, reasons, chosen }: DecisionProps) {
  const { t, href } = usePage();
  const hidden = (go: string) =>
    Object.entries({ id: job.id, version: String(job.version), go }).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ));
  return (
    <Panel id="decision" title={t('job-wizard.review.decision')}>
      {isApprovable ? (
        <form method="post" action={form.action} data-job-approve>
          <CsrfFields value={form.csrf} />
          {hidden('approve')}
          <Button>{t('job-wizard.move.approve')}</Button>
        </form>
      ) : (
        <p>{t('job-wizard.review.notApprovable')}</p>
      )}
      <Column as="form" method="post" action={form.action} noValidate gap={3} data-job-send-back>
        <CsrfFields value={form.csrf} />
        {hidden('send_back')}
        <h3>{t('job-wizard.move.send_back')}</h3>
        {reasons.length > 0 && (
          <div data-saved-reasons>
            <p id="saved-reasons">{t('job-wizard.review.saved')}</p>
            <ul className={managerStyles.reasons} aria-labelledby="saved-reasons">
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
        <div className={managerStyles.actions}>
          <Button kind="secondary">{t('job-wizard.move.send_back')}</Button>
          <a href={href(REVIEW_REASONS_PATH)}>{t('job-wizard.reasons.manage')}</a>
        </div>
      </Column>
    </Panel>
  );
}

import type { EditedJobQuery, PublishingTermsFactsFragment } from '#contract/generated/operations.js';
import type { JobFormStep } from '#contract/job-form/job-form.js';
import { REVIEWED_JOB_PATH, productsPath } from '#contract/pages/paths.js';
import styles from '../../components/defined-form/defined-form.module.css';
import { Column } from '../../components/ui/containers/container';
import { Alert } from '../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../components/ui/buttons/button';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { labelled } from '../../components/ui/forms/field-labels';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { formatNumber } from '../../lib/format';
import { jobWords, wizardPath } from './job-words';
import { ChangeList } from './review/change-list';
import { SimilarNames } from './review/employer-panel';
import { SendBack } from './send-back';
import managerStyles from './manager.module.css';
import { CsrfFields } from '../../components/ui/forms/hidden-fields';

type Edited = NonNullable<EditedJobQuery['editedJob']>;

const MOVES = ['publish', 'schedule', 'submit', 'update', 'withdraw', 'approve'] as const;

/** Actions that an organization pays for. */
const CHARGED: readonly string[] = ['publish', 'schedule', 'submit'];

interface WizardActionsProps {
  edited: Edited;
  form: PageForm;
  /** The list that opens after an action. */
  list: string;
  /** Whether the publication date is in the future. */
  isAhead: boolean;
  /** Whether the author is waiting for approval: until then, nothing is published. */
  isUnapproved: boolean;
}

/** Remaining tasks before a job can be published, and the buttons that publish it. */
export function WizardActions({ edited, form, list, isAhead, isUnapproved }: WizardActionsProps) {
  const { t, href } = usePage();
  const { job, errors, version } = edited;
  const missing = errors.filter(({ field, step }) => field != null && step != null);
  // A job with a publication date in the future can only be scheduled.
  const moves = MOVES.filter((move) => job.steps.includes(move) && move !== (isAhead ? 'publish' : 'schedule'));
  const isWaiting = job.state === 'needs_review' || job.changeInReview;
  const isDecided = job.steps.includes('approve');
  const discard = t(job.isDiscardable ? 'job-wizard.move.discardDraft' : 'job-wizard.move.discardChanges');
  return (
    <Column gap={5}>
      <FormErrors
        errors={form.errors.map(({ message }) => ({ field: null, message }))}
        labels={{}}
        address={form.action}
      />
      {isWaiting && <Alert>{t(`job-wizard.${waitingText(job, isDecided)}`)}</Alert>}
      {isDecided && (
        <p>
          <a href={href(`${REVIEWED_JOB_PATH}?job=${job.id}`)}>{t('job-wizard.review.more')}</a>
        </p>
      )}
      {isDecided && <SimilarNames name={job.organization.name} others={job.organization.similarNames} />}
      {edited.changes.length > 0 && (isWaiting || isDecided) && <ChangeList changes={edited.changes} />}
      {job.sentBackReason && (
        <Alert kind="warn">
          <p>{t('job-wizard.sentBack')}</p>
          <p>{job.sentBackReason}</p>
        </Alert>
      )}
      <Points title={t('job-wizard.missing')} points={missing} edited={edited} />
      <Points title={t('job-wizard.warnings')} points={edited.warnings} edited={edited} />
      <form method="post" action={form.action} data-job-moves>
        <CsrfFields value={form.csrf} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="list" value={list} />
        {edited.publishingTerms && moves.some((move) => CHARGED.includes(move)) && (
          <PublishingCost
            terms={edited.publishingTerms}
            isReviewed={moves.includes('submit')}
            destination={href(wizardPath(job.id, 'preview'))}
          />
        )}
        <div className={styles.actions}>
          {moves
            // Only the author can withdraw a job, and the job does not have to be valid.
            .filter((move) => (move === 'withdraw' ? isWaiting && !isDecided : missing.length === 0 && !isUnapproved))
            .map((move) => (
              <Button key={move} name="go" value={move} kind={move === 'withdraw' ? 'secondary' : 'primary'}>
                {t(`job-wizard.move.${move === 'update' && job.needsReview ? 'updateReview' : move}`)}
              </Button>
            ))}
          {!isWaiting && (
            <ButtonLink kind="secondary" href={href(wizardPath(job.id, 'application'))}>
              {t('defined-form.back')}
            </ButtonLink>
          )}
        </div>
        {!isWaiting && (job.isDiscardable || job.hasChanges) && (
          <details className={styles.discard}>
            <summary>{discard}</summary>
            <p>{t('job-wizard.discardSure')}</p>
            <Button kind="secondary" name="go" value="discard">
              {discard}
            </Button>
          </details>
        )}
      </form>
      {isDecided && <SendBack id={job.id} hidden={{ id: job.id, version: String(version) }} form={form} />}
    </Column>
  );
}

/** Errors and warnings, each with a link to its field while the job can be edited. */
export function Points({ title, points, edited }: { title: string; points: Edited['errors']; edited: Edited }) {
  const { t, href, locale } = usePage();
  const { job } = edited;
  const words = jobWords(t, locale);
  const isFixed = job.state === 'needs_review' || job.changeInReview;
  if (points.length === 0) return null;
  return (
    <Alert kind="warn">
      <p>{title}</p>
      <ul className={styles.missing}>
        {points.map(({ field, step, message }) => {
          const text = labelled(words.field(field!), message, locale);
          const address = `${href(wizardPath(job.id, step as JobFormStep))}#field-${field}`;
          return <li key={field}>{isFixed ? text : <a href={address}>{text}</a>}</li>;
        })}
      </ul>
    </Alert>
  );
}

/**
 * @param isDecided whether the reader reviews it
 *
 * @returns the name of the text (`job-wizard`) about the pending review and who does it
 */
export function waitingText({ state }: Edited['job'], isDecided: boolean): string {
  if (state === 'needs_review') return isDecided ? 'review.waits' : 'inReview';
  if (state === 'archived') return isDecided ? 'review.renewalWaits' : 'renewalInReview';
  return isDecided ? 'review.changeWaits' : 'changeInReview';
}

/** The cost of publishing, the available balance, and the conditions of a refund: shown before the button. */
export function PublishingCost({
  terms,
  isReviewed = false,
  destination,
}: {
  terms: PublishingTermsFactsFragment;
  /** Whether the site's staff must review the job first. */
  isReviewed?: boolean;
  /** The address of this page, to which a buyer returns. */
  destination: string;
}) {
  const { t, href, locale } = usePage();
  const { policy, available, jobSlots, refundHours: hours } = terms;
  if (policy === 'free') return null;
  const total = formatNumber(jobSlots.total, locale);
  const isShort = policy === 'credit' ? available === 0 : jobSlots.available === 0;
  return (
    <p className={managerStyles.cost} data-publishing-cost={policy}>
      {policy === 'credit'
        ? t(available === 0 ? 'job-wizard.cost.none' : 'job-wizard.cost.credit', { count: available })
        : slotText()}{' '}
      {policy === 'credit' && t(isReviewed ? 'job-wizard.cost.refundReview' : 'job-wizard.cost.refund', { hours })}{' '}
      {isShort && <a href={href(productsPath(destination))}>{t('job-wizard.cost.buy')}</a>}
    </p>
  );

  function slotText(): string {
    if (jobSlots.total === 0) return t('job-wizard.cost.free');
    return jobSlots.available === 0
      ? t('job-wizard.cost.slotNone', { total })
      : t('job-wizard.cost.slot', { total, count: jobSlots.available });
  }
}

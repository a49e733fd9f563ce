import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { PLACEMENT_DAYS } from '#contract/commerce/placement-days.js';
import type { ManagedJobFactsFragment, PublishingTermsFactsFragment } from '#contract/generated/operations.js';
import { Button } from '../../components/ui/buttons/button';
import { formatDate, formatDeadline } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import hidden from '../../components/ui/visually-hidden.module.css';
import styles from './manager.module.css';

/** Credits that were charged for a job, and whether archiving it refunds them. */
export function JobChargeFacts({ job: { charge, placements, state } }: { job: ManagedJobFactsFragment }) {
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
export function JobPlacements({
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
          <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
          <input type="hidden" name="id" value={job.id} />
          <input type="hidden" name="go" value={`place-${kind}`} />
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

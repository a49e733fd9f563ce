import type { PublishingTermsFactsFragment } from '#contract/generated/operations.js';
import { productsPath } from '#contract/pages/paths.js';
import { formatNumber } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './manager.module.css';

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
    <p className={styles.cost} data-publishing-cost={policy}>
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

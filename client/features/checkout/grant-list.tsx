import type { GrantFactsFragment } from '#contract/generated/operations.js';
import { usePage } from '../../lib/page-context';
import styles from './checkout.module.css';

const KINDS = ['jobCredits', 'contactCredits', 'jobSlots', 'contactSlots', 'featuredDays', 'topDays'] as const;

/** The credits and other benefits that a buyer receives for a quantity of a product. */
export function GrantList({ grants, quantity }: { grants: GrantFactsFragment; quantity: number }) {
  const { t } = usePage();
  const { creditDays, subscriptionMonths } = grants;
  return (
    <ul className={styles.grants}>
      {KINDS.filter((kind) => grants[kind] > 0).map((kind) => (
        <li key={kind}>{t(`checkout.grants.${kind}`, { count: grants[kind] * quantity })}</li>
      ))}
      {subscriptionMonths != null && <li>{t('checkout.grants.months', { count: subscriptionMonths })}</li>}
      {creditDays != null && <li>{t('checkout.grants.creditDays', { count: creditDays })}</li>}
    </ul>
  );
}

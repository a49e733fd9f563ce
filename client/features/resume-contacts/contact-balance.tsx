import type { ContactOfferFactsFragment } from '#contract/generated/operations.js';
import { usePage } from '../../lib/page-context';
import styles from './resume-contacts.module.css';

/** An organization's balance for contact requests. */
export function ContactBalance({ offer }: { offer: ContactOfferFactsFragment }) {
  const { t } = usePage();
  const { credits, heldCredits, freeSlots } = offer;
  return (
    <ul className={styles.balance} data-contact-balance>
      <li>{t('contacts.balance.credits', { count: credits })}</li>
      {heldCredits > 0 && <li>{t('contacts.balance.held', { count: heldCredits })}</li>}
      {freeSlots > 0 && <li>{t('contacts.balance.slots', { count: freeSlots })}</li>}
    </ul>
  );
}

import type { BillingProfileFactsFragment } from '#contract/generated/operations.js';
import { countryName } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './checkout.module.css';

/** The recipient of an invoice, line by line. */
export function BillingAddress({ billing }: { billing: BillingProfileFactsFragment }) {
  const { t, locale } = usePage();
  const { address } = billing;
  const lines = [
    billing.companyName,
    [billing.firstName, billing.lastName].join(' '),
    address.addressLine1,
    address.addressLine2,
    [address.locality, address.administrativeArea, address.zip].filter(Boolean).join(' '),
    countryName(address.countryCode, locale),
  ].filter((line) => line.trim() !== '');
  return (
    <address className={styles.address}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <span>{billing.email}</span>
      {billing.vatNumber && <span>{t('checkout.vatNumber', { number: billing.vatNumber })}</span>}
    </address>
  );
}

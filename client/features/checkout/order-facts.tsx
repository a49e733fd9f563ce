import type { OrderFactsFragment } from '#contract/generated/operations.js';
import { CONTACT_PATH, type Path } from '#contract/pages/paths.js';
import { formatMoney } from '#shared/money/format-money.js';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Panel } from '../../components/ui/containers/panel';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import { BillingAddress } from './billing-address';
import { GrantList } from './grant-list';
import { priceLines } from './money';
import { nextSteps } from './next-step';
import { PriceList } from './price-list';
import styles from './checkout.module.css';

interface Props {
  order: OrderFactsFragment;
}

/** Next steps for a buyer: the page that they came from, or the uses of the product. */
export function NextSteps({ order }: Props) {
  const { t, href } = usePage();
  if (!order.delivered)
    return order.state === 'placed' || order.state === 'paid' ? (
      <p>
        {t('checkout.result.questions')} <a href={href(CONTACT_PATH)}>{t('checkout.contact')}</a>
      </p>
    ) : null;
  return (
    <div className={styles.actions}>
      {nextSteps(order, href).map(({ address, label }, index) => (
        <ButtonLink key={label} href={address} kind={index === 0 ? 'primary' : 'secondary'}>
          {t(label)}
        </ButtonLink>
      ))}
    </div>
  );
}

/** How to pay an unpaid order. */
export function PaymentPanel({ order }: Props) {
  const { t, locale, site } = usePage();
  const { payUrl, paymentDetails, dueAt, price } = order;
  if (payUrl)
    return (
      <div className={styles.actions}>
        <ButtonLink href={payUrl}>{t('checkout.result.pay')}</ButtonLink>
      </div>
    );
  if (paymentDetails.length === 0) return null;
  return (
    <Panel id="payment" title={t('checkout.result.howToPay')}>
      <p>
        {t('checkout.result.payBy', {
          amount: formatMoney(price.total, price.currency, locale),
          date: dueAt ? formatDate(dueAt, locale, site.timeZone) : '',
          number: order.id,
        })}
      </p>
      <ul className={styles.payment}>
        {paymentDetails.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Panel>
  );
}

/** Products, price and invoice recipient of an order. */
export function OrderSummary({ order }: Props) {
  const { t, locale } = usePage();
  const { price, quantity, refundedAmount } = order;
  const lines = priceLines(price, { t, locale, quantity });
  const refunded = {
    key: 'refunded',
    label: t('checkout.price.refunded'),
    amount: formatMoney(-refundedAmount, price.currency, locale),
  };
  return (
    <Panel id="summary" title={t('checkout.summary')}>
      <div className={styles.product}>
        <p>
          <strong>
            {quantity > 1 ? t('checkout.times', { count: quantity, name: order.productName }) : order.productName}
          </strong>
        </p>
        <GrantList grants={order.grants} quantity={quantity} />
      </div>
      <PriceList lines={refundedAmount > 0 ? [...lines, refunded] : lines} note={price.taxNote} />
      <BillingAddress billing={order.billing} />
    </Panel>
  );
}

/** Invoice and credit notes of an order. */
export function OrderDocuments({ order: { documents } }: Props) {
  const { t } = usePage();
  if (documents.length === 0) return null;
  return (
    <Panel id="documents" title={t('checkout.documents')}>
      <ul className={styles.documents}>
        {documents.map(({ id, reference, isCreditNote }) => (
          <li key={id}>
            <a href={invoicePath(id)}>{t(isCreditNote ? 'checkout.creditNote' : 'checkout.invoice', { reference })}</a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The path has no locale: an invoice has its own language. */
function invoicePath(id: string): Path {
  return `/invoices/${id}.pdf`;
}

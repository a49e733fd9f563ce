import type {
  OrderFactsFragment,
  GrantFactsFragment,
  BillingProfileFactsFragment,
  OrderPriceFactsFragment,
} from '#contract/generated/operations.js';
import {
  CONTACT_PATH,
  type Path,
  CHECKOUT_PATH,
  CONTACT_CREDITS_PATH,
  JOB_MANAGER_PATH,
  JOB_WIZARD_PATH,
} from '#contract/pages/paths.js';
import { formatMoney } from '#shared/money/format-money.js';
import type { Href } from '#contract/pages/route-names.js';
import type { Translate } from '#shared/text/translator.js';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Panel } from '../../components/ui/containers/panel';
import { formatDate, countryName } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './checkout.module.css';
import priceStyles from './price-list.module.css';

const GRANT_KINDS = ['jobCredits', 'contactCredits', 'jobSlots', 'contactSlots', 'featuredDays', 'topDays'] as const;

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

/** The credits and other benefits that a buyer receives for a quantity of a product. */
export function GrantList({ grants, quantity }: { grants: GrantFactsFragment; quantity: number }) {
  const { t } = usePage();
  const { creditDays, subscriptionMonths } = grants;
  return (
    <ul className={styles.grants}>
      {GRANT_KINDS.filter((kind) => grants[kind] > 0).map((kind) => (
        <li key={kind}>{t(`checkout.grants.${kind}`, { count: grants[kind] * quantity })}</li>
      ))}
      {subscriptionMonths != null && <li>{t('checkout.grants.months', { count: subscriptionMonths })}</li>}
      {creditDays != null && <li>{t('checkout.grants.creditDays', { count: creditDays })}</li>}
    </ul>
  );
}

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

/** The next step of a buyer with the delivered products of an order. */
interface NextStep {
  /** Address on the site. */
  address: string;
  /** Text key of the label of the button. */
  label: string;
}

type Bought = Pick<OrderFactsFragment, 'grants' | 'destination'>;

/** @returns first the page that the buyer came from, if there is one, then the uses of the purchased product */
export function nextSteps({ grants, destination }: Bought, href: Href): NextStep[] {
  const own = { address: href(pathFor(grants)), label: `checkout.result.${labelFor(grants)}` };
  // A link back to the checkout itself would be circular.
  const isElsewhere = destination && !destination.startsWith(href(CHECKOUT_PATH));
  return isElsewhere ? [{ address: destination, label: 'checkout.result.back' }, own] : [own];
}

function pathFor(grants: Bought['grants']): Path {
  const label = labelFor(grants);
  if (label === 'postJob') return JOB_WIZARD_PATH;
  return label === 'contacts' ? CONTACT_CREDITS_PATH : JOB_MANAGER_PATH;
}

function labelFor({ jobCredits, jobSlots, contactCredits, contactSlots }: Bought['grants']) {
  if (jobCredits > 0 || jobSlots > 0) return 'postJob';
  return contactCredits > 0 || contactSlots > 0 ? 'contacts' : 'manageJobs';
}

/** The components of a price. */
export function PriceList({ lines, note }: { lines: readonly PriceLine[]; note: string | null }) {
  return (
    <>
      <dl className={priceStyles.price}>
        {lines.map(({ key, label, amount }) => (
          <div key={key} data-line={key === 'total' ? 'total' : undefined}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {note && <p className={priceStyles.note}>{note}</p>}
    </>
  );
}

/** A line of a price: label and amount. */
interface PriceLine {
  key: string;
  label: string;
  amount: string;
}

/** The components of a price, with the total last. */
export function priceLines(
  { currency, unitAmount, netAmount, taxes, total }: Omit<OrderPriceFactsFragment, 'priceId' | 'taxNote'>,
  { t, locale, quantity }: { t: Translate; locale: string; quantity: number },
): PriceLine[] {
  const money = (amount: number) => formatMoney(amount, currency, locale);
  return [
    ...(quantity > 1
      ? [{ key: 'unit', label: t('checkout.price.unit', { count: quantity }), amount: money(unitAmount) }]
      : []),
    { key: 'net', label: t('checkout.price.net'), amount: money(netAmount) },
    ...taxes.map(({ label, amount }) => ({ key: label, label, amount: money(amount) })),
    { key: 'total', label: t('checkout.price.total'), amount: money(total) },
  ];
}

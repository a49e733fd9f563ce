import type { OwnInvoicesQuery } from '#contract/generated/operations.js';
import { invoicePath } from '#contract/pages/paths.js';
import { formatMoney } from '#shared/money/format-money.js';
import { LoadError } from '../../components/ui/feedback/load-error';
import { Icon } from '../../components/ui/icon';
import { formatDate, formatDay } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import type { Loadable } from '../../lib/user/user-context';
import styles from './own-products.module.css';

type OwnInvoice = OwnInvoicesQuery['invoices']['invoices'][number];

/** A page of invoices. */
export interface ShownInvoices extends Loadable<readonly OwnInvoice[]> {
  /** Link to the page with older ones; null if there are none. */
  next: string | null;
  /** Whether newer ones exist that this page omits. */
  isOlder: boolean;
}

/** Invoices and credit notes of an organization, as downloads. */
export function OwnInvoices({ invoices, address }: { invoices: ShownInvoices; address: string }) {
  const { t } = usePage();
  const { data, error } = invoices;
  return (
    <section className={styles.part} id="invoices" aria-labelledby="invoices-title">
      <h2 id="invoices-title">{t('my-products.invoices.title')}</h2>
      {error && <LoadError message={t('my-products.invoices.failed')} errors={error} address={`${address}#invoices`} />}
      {!error && data.length === 0 && <p className={styles.soft}>{t('my-products.invoices.none')}</p>}
      {data.length > 0 && (
        <table className={styles.movements}>
          <thead>
            <tr>
              <th scope="col">{t('my-products.statement.date')}</th>
              <th scope="col">{t('my-products.invoices.document')}</th>
              <th scope="col">{t('my-products.invoices.total')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </tbody>
        </table>
      )}
      <Pages invoices={invoices} address={address} />
    </section>
  );
}

function Pages({ invoices: { next, isOlder }, address }: { invoices: ShownInvoices; address: string }) {
  const { t } = usePage();
  if (next === null && !isOlder) return null;
  return (
    <p className={styles.pages}>
      {isOlder && (
        <a href={`${address}#invoices`} rel="nofollow">
          <Icon name="left" />
          {t('my-products.invoices.newest')}
        </a>
      )}
      {next !== null && (
        <a href={`${address}&invoices=${next}#invoices`} rel="nofollow">
          {t('my-products.invoices.older')}
          <Icon name="right" />
        </a>
      )}
    </p>
  );
}

function InvoiceRow({ invoice }: { invoice: OwnInvoice }) {
  const { t, locale, site } = usePage();
  const { id, reference, kind, total, credited, currency, issuedAt, dueOn, paidAt } = invoice;
  const isCredit = kind === 'credit_note';
  return (
    <tr>
      <td>
        <time dateTime={issuedAt}>{formatDate(issuedAt, locale, site.timeZone)}</time>
      </td>
      <th scope="row">
        <a href={invoicePath(id)} download rel="nofollow">
          {t(`my-products.invoices.kind.${kind}`, { reference })}
        </a>
        {paidAt ? (
          <span>{t('my-products.invoices.paid', { date: formatDate(paidAt, locale, site.timeZone) })}</span>
        ) : (
          dueOn && credited < total && <span>{t('my-products.invoices.due', { date: formatDay(dueOn, locale) })}</span>
        )}
        {credited > 0 && (
          <span>{t('my-products.invoices.credited', { amount: formatMoney(credited, currency, locale) })}</span>
        )}
      </th>
      <td className={styles.total}>{formatMoney(isCredit ? -total : total, currency, locale)}</td>
    </tr>
  );
}

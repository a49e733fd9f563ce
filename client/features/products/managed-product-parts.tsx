import type { ManagedProductFactsFragment } from '#contract/generated/operations.js';
import { formatMoney } from '#shared/money/format-money.js';
import { Button } from '../../components/ui/buttons/button';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormIdentity } from '../../components/ui/forms/form-identity';
import { Panel } from '../../components/ui/containers/panel';
import { formatTime } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import styles from './managed-products.module.css';

/** Ends the sale of a product, or resumes it. */
export function RetirePanel({ retired, forms }: { retired: boolean; forms: Record<'retire' | 'restore', PageForm> }) {
  const { t } = usePage();
  const part = retired ? 'restore' : 'retire';
  const form = forms[part];
  return (
    <Panel id={part} title={t(`product-admin.${part}.title`)}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <p>{t(`product-admin.${part}.text`)}</p>
      <form method="post" action={form.action} data-part={part}>
        <FormIdentity form={form} />
        <Button kind={retired ? 'secondary' : 'danger'}>{t(`product-admin.${part}.submit`)}</Button>
      </form>
    </Panel>
  );
}

/** Prices of the product with their dates, and who changed them. */
export function PriceHistory({ history }: { history: ManagedProductFactsFragment['priceHistory'] }) {
  const { t, locale, site } = usePage();
  return (
    <Panel id="history" title={t('product-admin.history.title')}>
      <table className={styles.history}>
        <thead>
          <tr>
            <th scope="col">{t('product-admin.history.since')}</th>
            <th scope="col">{t('product-admin.history.by')}</th>
            <th scope="col">{t('product-admin.history.price')}</th>
          </tr>
        </thead>
        <tbody>
          {history.map(({ currency, amount, since, changedBy }) => (
            <tr key={`${currency} ${since}`}>
              <td>
                <time dateTime={since}>{formatTime(since, locale, site.timeZone)}</time>
              </td>
              <td>{changedBy ?? t('product-admin.history.nobody')}</td>
              <td>
                {amount === null
                  ? t('product-admin.history.ended', { currency })
                  : formatMoney(amount, currency, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

import type { ManagedOrdersQuery, OrderState } from '#contract/generated/operations.js';
import { MANAGED_ORDER_PATH, ORDERS_PATH } from '#contract/pages/paths.js';
import { formatMoney } from '#shared/money/format-money.js';
import { Button } from '../../components/ui/button';
import { SelectField } from '../../components/ui/forms/field';
import table from '../../components/ui/record-table.module.css';
import { Tag } from '../../components/ui/tag';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import { ORDER_STATES } from './order-states';
import styles from './order-table.module.css';

/** Orders of the site: a table, on phones a card for each. */
export function OrderTable({ orders }: { orders: ManagedOrdersQuery['managedOrders']['orders'] }) {
  const { t, locale, href, site } = usePage();
  const names = {
    state: t('checkout.admin.state'),
    total: t('checkout.price.total'),
    placed: t('checkout.admin.placed'),
  };
  return (
    <table className={table.records}>
      <thead>
        <tr>
          <th scope="col">{t('checkout.admin.order')}</th>
          <th scope="col">{names.state}</th>
          <th scope="col">{names.total}</th>
          <th scope="col">{names.placed}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map(({ id, state, organizationName, productName, quantity, price, placedAt }) => (
          <tr key={id}>
            <th scope="row">
              <a href={href(`${MANAGED_ORDER_PATH}?order=${id}`)} rel="nofollow">
                {t('checkout.admin.named', {
                  number: id,
                  organization: organizationName || t('checkout.admin.deleted'),
                })}
              </a>
              <span>{quantity > 1 ? t('checkout.times', { count: quantity, name: productName }) : productName}</span>
            </th>
            <td data-label={names.state}>
              <StateTag state={state} />
            </td>
            <td data-label={names.total}>{formatMoney(price.total, price.currency, locale)}</td>
            <td data-label={names.placed}>{formatDate(placedAt, locale, site.timeZone)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function StateTag({ state }: { state: OrderState }) {
  const { t } = usePage();
  return <Tag>{t(`checkout.state.${state}`)}</Tag>;
}

/** @param state empty: all of them */
export function OrderFilter({ state }: { state: OrderState | '' }) {
  const { t, href } = usePage();
  return (
    <form className={styles.filter} action={href(ORDERS_PATH)}>
      <SelectField
        label={t('checkout.admin.state')}
        name="state"
        defaultValue={state}
        options={[
          ['', t('checkout.admin.all')],
          ...ORDER_STATES.map((known) => [known, t(`checkout.state.${known}`)] as const),
        ]}
      />
      <Button kind="secondary">{t('checkout.admin.show')}</Button>
    </form>
  );
}

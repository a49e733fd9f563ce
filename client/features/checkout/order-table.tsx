import type { ManagedOrdersQuery, OrderState } from '#contract/generated/operations.js';
import { MANAGED_ORDER_PATH, ORDERS_PATH } from '#contract/pages/paths.js';
import { formatMoney } from '#shared/money/format-money.js';
import { Button } from '../../components/ui/buttons/button';
import { SelectField } from '../../components/ui/forms/field';
import { RecordTable } from '../../components/ui/record-table';
import { Tag } from '../../components/ui/tag';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './order-table.module.css';

/** The order of the states in the filter of a list of orders. */
export const ORDER_STATES: readonly OrderState[] = ['placed', 'overdue', 'paid', 'disputed', 'canceled', 'refunded'];

/** Orders of the site. */
export function OrderTable({ orders }: { orders: ManagedOrdersQuery['managedOrders']['orders'] }) {
  const { t, locale, href, site } = usePage();
  return (
    <RecordTable
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('checkout.admin.order'),
          cell: ({ id, organizationName, productName, quantity }) => (
            <>
              <a href={href(`${MANAGED_ORDER_PATH}?order=${id}`)} rel="nofollow">
                {t('checkout.admin.named', {
                  number: id,
                  organization: organizationName || t('checkout.admin.deleted'),
                })}
              </a>
              <span>{quantity > 1 ? t('checkout.times', { count: quantity, name: productName }) : productName}</span>
            </>
          ),
        },
        { label: t('checkout.admin.state'), cell: ({ state }) => <StateTag state={state} /> },
        {
          label: t('checkout.price.total'),
          cell: ({ price: { total, currency } }) => formatMoney(total, currency, locale),
        },
        {
          label: t('checkout.admin.placed'),
          cell: ({ placedAt }) => formatDate(placedAt, locale, site.timeZone),
        },
      ]}
    />
  );
}

export function StateTag({ state }: { state: OrderState }) {
  const { t } = usePage();
  return <Tag>{t(`checkout.state.${state}`)}</Tag>;
}

/** @param state empty for all states */
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

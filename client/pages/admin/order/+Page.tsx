import { MANAGED_ORDER_PATH, ORDERS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { OrderDocuments, OrderSummary } from '../../../features/checkout/order-facts';
import { OrderDecisions, OrderHistory } from '../../../features/checkout/order-decisions';
import { StateTag } from '../../../features/checkout/order-table';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { ManagedOrderData } from './+load.server';

export function Page({ data: { order, events, forms, notice } }: { data: ManagedOrderData }) {
  const { t, locale, site } = usePage();
  const title = t('checkout.result.heading', { number: order.id });
  const { placedAt, dueAt, organizationName } = order;
  return (
    <OwnPage
      narrow
      title={title}
      trail={[
        { name: t('checkout.admin.title'), path: ORDERS_PATH },
        { name: title, path: `${MANAGED_ORDER_PATH}?order=${order.id}` },
      ]}
      intro={
        <p>
          {organizationName || t('checkout.admin.deleted')} <StateTag state={order.state} />{' '}
          {dueAt && order.state !== 'paid'
            ? t('checkout.admin.due', { date: formatDate(dueAt, locale, site.timeZone) })
            : t('checkout.admin.placedOn', { date: formatDate(placedAt, locale, site.timeZone) })}
        </p>
      }
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`checkout.admin.notice.${notice}`)}
          </Alert>
        </div>
      )}
      {order.state === 'paid' && !order.delivered && <Alert kind="warn">{t('checkout.admin.notDelivered')}</Alert>}
      <OrderDecisions order={order} forms={forms} />
      <OrderSummary order={order} />
      <OrderDocuments order={order} />
      <OrderHistory events={events} />
    </OwnPage>
  );
}

import { ORDERS_PATH } from '#contract/pages/paths.js';
import { ListPage } from '../../../components/layouts/own-page';
import { OrderFilter, OrderTable } from '../../../features/checkout/order-table';
import { usePage } from '../../../lib/page-context';
import type { OrdersData } from './+load.server';

export function Page({ data }: { data: OrdersData }) {
  const { t } = usePage();
  const texts = {
    title: t('checkout.admin.title'),
    total: t('checkout.admin.total', { count: data.total }),
    none: t('checkout.admin.none'),
    noneText: t('checkout.admin.noneText'),
    all: t('checkout.admin.showAll'),
    pages: t('checkout.admin.pages'),
  };
  return (
    <ListPage path={ORDERS_PATH} list={data} texts={texts} search={<OrderFilter {...data.query} />}>
      <OrderTable orders={data.orders} />
    </ListPage>
  );
}

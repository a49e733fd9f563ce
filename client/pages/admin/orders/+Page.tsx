import { ORDERS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { ButtonLink } from '../../../components/ui/button';
import { Pagination } from '../../../components/ui/pagination';
import { Panel } from '../../../components/ui/panel';
import { OrderFilter, OrderTable } from '../../../features/checkout/order-table';
import { usePage } from '../../../lib/page-context';
import type { OrdersData } from './+load.server';

export function Page({ data: { orders, total, state, page, pages } }: { data: OrdersData }) {
  const { t, href } = usePage();
  const filter = state && `state=${state}&`;
  return (
    <OwnPage title={t('checkout.admin.title')} intro={<p>{t('checkout.admin.total', { count: total })}</p>}>
      <OrderFilter state={state} />
      {orders.length > 0 ? (
        <OrderTable orders={orders} />
      ) : (
        <Panel id="none" title={t('checkout.admin.none')}>
          <p>{t('checkout.admin.noneText')}</p>
          {state && (
            <ButtonLink kind="secondary" href={href(ORDERS_PATH)}>
              {t('checkout.admin.showAll')}
            </ButtonLink>
          )}
        </Panel>
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href(`${ORDERS_PATH}?${filter}page=${to}`)}
        labels={{
          name: t('checkout.admin.pages'),
          previous: t('search.pages.previous'),
          next: t('search.pages.next'),
        }}
      />
    </OwnPage>
  );
}

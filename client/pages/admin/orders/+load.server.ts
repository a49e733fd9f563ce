import { type ManagedOrdersQuery, ManagedOrdersDocument, type OrderState } from '#contract/generated/operations.js';
import { ORDER_STATES } from '../../../features/checkout/order-table';
import { failedPage, type ListData, loadListPage } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface OrdersData extends ListData<{ state: OrderState | '' }> {
  orders: ManagedOrdersQuery['managedOrders']['orders'];
}

export const load = viewerPage({ title: 'checkout.admin.title', role: 'administrator' }, async (request) => {
  const state = ORDER_STATES.find((known) => known === request.query.get('state')) ?? '';
  const list = await loadListPage(request.query, {
    load: (range) => request.graphql(ManagedOrdersDocument, { state: state || null, ...range }),
    total: ({ managedOrders }) => managedOrders.total,
  });
  if (!list.ok) return failedPage(request, list.failure);
  const { total, page, pages } = list;
  return { orders: list.data.managedOrders.orders, total, page, pages, query: { state } };
});

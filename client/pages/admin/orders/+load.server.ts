import { type ManagedOrdersQuery, ManagedOrdersDocument, type OrderState } from '#contract/generated/operations.js';
import { ORDER_STATES } from '../../../features/checkout/order-table';
import { failedPage, type ListData, listRange, pageCount } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface OrdersData extends ListData<{ state: OrderState | '' }> {
  orders: ManagedOrdersQuery['managedOrders']['orders'];
}

export const load = viewerPage({ title: 'checkout.admin.title', role: 'administrator' }, async (request) => {
  const state = ORDER_STATES.find((known) => known === request.query.get('state')) ?? '';
  const { page, ...range } = listRange(request.query);
  const answer = await request.graphql(ManagedOrdersDocument, { state: state || null, ...range });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { orders, total } = answer.data.managedOrders;
  return { orders, total, page, pages: pageCount(total), query: { state } };
});

import { type ManagedOrdersQuery, ManagedOrdersDocument, type OrderState } from '#contract/generated/operations.js';
import { ORDER_STATES } from '../../../features/checkout/order-states';
import { failedPage, type PageData } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface OrdersData extends PageData {
  orders: ManagedOrdersQuery['managedOrders']['orders'];
  total: number;
  state: OrderState | '';
  page: number;
  pages: number;
}

const PAGE_SIZE = 25;
const LAST_PAGE = 100_000;

export const load = viewerPage({ title: 'checkout.admin.title', role: 'administrator' }, async (request) => {
  const { query } = request;
  const state = ORDER_STATES.find((known) => known === query.get('state')) ?? '';
  const page = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), LAST_PAGE);
  const answer = await request.graphql(ManagedOrdersDocument, {
    state: state || null,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { orders, total } = answer.data.managedOrders;
  return { orders, total, state, page, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)) };
});

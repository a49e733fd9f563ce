import {
  ConfirmPaymentDocument,
  OrderOfPageDocument,
  type OrderFactsFragment,
} from '#contract/generated/operations.js';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface OrderData extends PageData {
  order: OrderFactsFragment;
}

/** Whoever comes back from paying has the payment confirmed at once, whether an event has told of it or not. */
export const load = viewerPage({ title: 'checkout.result.title' }, async (request) => {
  const id = request.query.get('order') ?? '';
  const found = lookUp(await request.graphql(OrderOfPageDocument, { id }), (data) => data.order);
  if (found.kind !== 'found') return absentPage(request, found);
  const { state, provider } = found.value;
  if (provider === 'invoice' || state !== 'placed') return { order: found.value };
  const confirmed = lookUp(await request.graphql(ConfirmPaymentDocument, { id }), (data) => data.order);
  return { order: confirmed.kind === 'found' ? confirmed.value : found.value };
});

import {
  ConfirmPaymentDocument,
  OrderOfPageDocument,
  type OrderFactsFragment,
} from '#contract/generated/operations.js';
import { orderReturnPath } from '#contract/pages/paths.js';
import { nextSteps } from '../../../features/checkout/next-step';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { viewerPage, type ViewerRequest } from '../../../lib/viewer-page';

export interface OrderData extends PageData {
  order: OrderFactsFragment;
  /** Whether the page asks again by itself whether the payment has arrived. */
  isWaiting: boolean;
}

const FOUND = 302;
/** How often the page asks again, and after how many seconds. What takes longer takes days, and is told by mail. */
const MAX_TRIES = 5;
const PAUSE_SECONDS = 3;

/**
 * Whoever comes back from paying has the payment confirmed at once, whether an event has told of it or not, and is led on to what they
 * wanted to do with it. As long as the payment is not confirmed, the page is loaded again, by a header: that needs no scripts.
 */
export const load = viewerPage({ title: 'checkout.result.title' }, async (request) => {
  const id = request.query.get('order') ?? '';
  const found = lookUp(await request.graphql(OrderOfPageDocument, { id }), (data) => data.order);
  if (found.kind !== 'found') return absentPage(request, found);
  const order = await confirmed(request, found.value);
  if (request.query.get('step') !== 'return') return { order, isWaiting: false };
  if (order.delivered) return leadOn(request, order);
  const tried = triesOf(request.query.get('tried'));
  const isWaiting = order.state === 'placed' && order.provider !== 'invoice' && tried < MAX_TRIES;
  if (isWaiting) {
    const again = request.href(orderReturnPath(order.id, tried + 1));
    request.respond({ headers: { refresh: `${PAUSE_SECONDS}; url=${again}` } });
  }
  return { order, isWaiting };
});

async function confirmed(request: ViewerRequest, order: OrderFactsFragment): Promise<OrderFactsFragment> {
  if (order.provider === 'invoice' || order.state !== 'placed') return order;
  const answer = lookUp(await request.graphql(ConfirmPaymentDocument, { id: order.id }), (data) => data.order);
  return answer.kind === 'found' ? answer.value : order;
}

/** The page after it says what was bought, and leads to the order with its invoice. */
function leadOn(request: ViewerRequest, order: OrderFactsFragment): Pick<PageData, 'failure'> {
  const [next] = nextSteps(order, request.href);
  const name = order.state === 'paid' ? 'order-paid' : 'order-ready';
  request.respond({ status: FOUND, headers: { location: next!.address }, notice: { name, order: order.id } });
  return { failure: { status: FOUND, reference: request.requestId } };
}

function triesOf(text: string | null): number {
  return /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0;
}

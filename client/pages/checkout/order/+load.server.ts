import {
  ConfirmPaymentDocument,
  OrderOfPageDocument,
  type OrderFactsFragment,
} from '#contract/generated/operations.js';
import { orderReturnPath } from '#contract/pages/paths.js';
import { nextSteps } from '../../../features/checkout/order-facts';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { viewerPage, type ViewerRequest } from '../../../lib/viewer-page';

export interface OrderData extends PageData {
  order: OrderFactsFragment;
  /** Whether the page reloads itself to check whether the payment has arrived. */
  isWaiting: boolean;
}

const FOUND = 302;
/** Maximum number of reloads, and the seconds between them. Slower payments take days and are confirmed by mail. */
const MAX_TRIES = 5;
const PAUSE_SECONDS = 3;

/**
 * When the buyer returns from the payment page, the payment is checked immediately, whether its event has arrived or
 * not, and the buyer is redirected to their original destination. Until the payment is confirmed, a header reloads the
 * page, which works without scripts.
 */
export const load = viewerPage({ title: 'checkout.result.title' }, async (request) => {
  const id = request.query.get('order') ?? '';
  const found = lookUp(await request.graphql(OrderOfPageDocument, { id }), (data) => data.order);
  if (found.kind !== 'found') return absentPage(request, found);
  const order = await confirmed(request, found.value);
  if (request.query.get('step') !== 'return') return { order, isWaiting: false };
  if (order.delivered) return redirectToNextStep(request, order);
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

/** The next page shows what was bought, and links to the order with its invoice. */
function redirectToNextStep(request: ViewerRequest, order: OrderFactsFragment): Pick<PageData, 'failure'> {
  const [next] = nextSteps(order, request.href);
  const name = order.state === 'paid' ? 'order-paid' : 'order-ready';
  request.respond({ status: FOUND, headers: { location: next!.address }, notice: { name, order: order.id } });
  return { failure: { status: FOUND, reference: request.requestId } };
}

function triesOf(text: string | null): number {
  return /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0;
}

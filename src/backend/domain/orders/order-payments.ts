import type { Kysely } from 'kysely';
import type { BackendLogger, BackendOptions, BackendSite } from '#contract/backend/backend.js';
import type { PaymentProviderName } from '#contract/generated/resolvers.js';
import { checkoutPath, orderReturnPath } from '#contract/pages/paths.js';
import type { Database } from '../../platform/database/schema.js';
import { textsOf } from '../../platform/texts/site-texts.js';
import { invoiceProvider, type PaymentProvider, type PaymentStatus } from '../payments/payment-provider.js';
import { taxLabel } from './order-price.js';
import { lockOrder, moveOrder, type OrderRow } from './order-rows.js';
import { auditOrder, cancelOrder, databaseNow, payOrder, refundOrder, type SettleResult } from './settle-order.js';

interface Decision {
  actorId: string;
  reason: string;
}

/** - `paying`: a payment is in progress, which can be neither stopped nor refunded yet. */
type Outcome = SettleResult | { ok: false; rule: 'unavailable' | 'paying' };

const REFUSED: Outcome = { ok: false, rule: 'state' };

/**
 * Changes the payment state of orders, whatever triggers it: the payment service, the page to which the buyer returns, or an
 * administrator.
 */
export class OrderPayments {
  private readonly sites: ReadonlyMap<string, BackendSite>;

  constructor(
    private readonly deps: {
      database: Kysely<Database>;
      sites: readonly BackendSite[];
      stripe?: PaymentProvider;
      homeOf?: BackendOptions['homeOf'];
      logger: BackendLogger;
    },
  ) {
    this.sites = new Map(deps.sites.map((site) => [site.name, site]));
  }

  /** Available payment methods. */
  get names(): PaymentProviderName[] {
    return this.deps.stripe ? ['stripe', 'invoice'] : ['invoice'];
  }

  /** @returns undefined if it is not configured */
  provider(name: string): PaymentProvider | undefined {
    return name === 'invoice' ? invoiceProvider : name === 'stripe' ? this.deps.stripe : undefined;
  }

  /**
   * Starts the payment of an order. A repeated call returns the same payment page.
   *
   * @returns url undefined if the buyer pays the invoice without a payment page, or has paid already
   */
  async begin(order: OrderRow): Promise<{ ok: true; url?: string } | { ok: false }> {
    if (order.state !== 'placed' || order.payment_url !== null)
      return { ok: true, ...(order.state === 'placed' && order.payment_url ? { url: order.payment_url } : {}) };
    const provider = this.provider(order.provider);
    if (provider === invoiceProvider) return { ok: true };
    const payable = this.payableOf(order);
    if (!payable || !provider) return { ok: false };
    try {
      const { paymentId, url } = await provider.begin(payable);
      if (paymentId !== undefined)
        await this.deps.database
          .updateTable('customer_order')
          .set({ payment_id: paymentId, payment_url: url ?? null })
          .where('id', '=', order.id)
          .where('payment_id', 'is', null)
          .execute();
      return { ok: true, ...(url === undefined ? {} : { url }) };
    } catch (error) {
      this.warn(order.id, error, 'A payment could not be begun');
      return { ok: false };
    }
  }

  /**
   * Updates an order to the state that its payment service reports now, whatever events arrived before and in which order. Idempotent.
   *
   * @throws if the service does not respond, or reports what is impossible in the state of the order
   */
  async reconcile(id: number): Promise<void> {
    const { database } = this.deps;
    const known = await database
      .selectFrom('customer_order')
      .select(['provider', 'payment_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!known?.payment_id) return;
    const status = await this.provider(known.provider)?.status(known.payment_id);
    if (!status) return;
    await database.transaction().execute(async (trx) => {
      const site = this.siteOf(await lockOrder(trx, id));
      for (const step of STEPS) {
        const order = (await lockOrder(trx, id))!;
        if (status.state === 'paid' && (status.total !== order.total || status.currency !== order.currency))
          throw new Error(
            `Order ${id} amounts to ${order.total} ${order.currency}, but ${status.total} ${status.currency} were paid`,
          );
        await step(trx, order, status, site);
      }
    });
  }

  /**
   * Ends the checkouts of a buyer who has left the page of the payment service without paying, so that they cannot be paid any more and their
   * orders are canceled. One that is being paid, or whose service does not respond, stays as it is.
   */
  async endCheckouts(organizationId: number, accountId: string, site: string): Promise<void> {
    const open = await this.deps.database
      .selectFrom('customer_order')
      .select('id')
      .where('site', '=', site)
      .where('organization_id', '=', organizationId)
      .where('buyer_id', '=', accountId)
      .where('state', '=', 'placed')
      .where('provider', '<>', 'invoice')
      .execute();
    for (const { id } of open)
      await this.ask(id, site, async (provider, paymentId) => {
        await provider.end(paymentId);
        await this.reconcile(id);
      });
  }

  /** Marks an invoice as paid, after an administrator has seen the money. */
  markPaid(id: number, site: string, decision: Decision): Promise<Outcome> {
    return this.change(id, site, (trx, order) =>
      order.provider === 'invoice'
        ? payOrder(trx, order, 'markPaid', { site: this.siteOf(order), ...decision })
        : Promise.resolve(REFUSED as SettleResult),
    );
  }

  /**
   * Cancels an order, unless it was paid meanwhile. While a payment is in progress, such as a direct debit that takes days, nothing is
   * canceled: the money would still arrive, and the order would then be delivered although both sides were told that it is canceled.
   */
  async cancel(id: number, site: string, decision: Decision): Promise<Outcome> {
    let isEnded = true;
    const asked = await this.ask(id, site, async (provider, paymentId) => {
      isEnded = await provider.end(paymentId);
      if (!isEnded) await this.reconcile(id);
    });
    if (!asked.ok) return asked;
    return this.change(id, site, (trx, order) => {
      if (!isEnded && order.state === 'placed') return Promise.resolve<Outcome>({ ok: false, rule: 'paying' });
      // The payment had failed, so that the order was canceled a moment ago.
      if (!isEnded && order.state === 'canceled') return Promise.resolve<Outcome>({ ok: true });
      return cancelOrder(trx, order, 'cancel', { site: this.siteOf(order), ...decision });
    });
  }

  /**
   * Refunds an order. The payment service refunds first, once for the same amount: if this process dies before the refund is booked, the
   * event of the service books it.
   *
   * @param request.amount including tax, in minor units; undefined for everything that is left
   * @param request.seen what had been refunded when the amount was chosen. Without it, a request that is sent again after its refund was
   *   booked would refund the same amount once more, with another key.
   */
  async refund(
    id: number,
    site: string,
    { amount, seen, ...decision }: Decision & { amount: number | undefined; seen: number | undefined },
  ): Promise<Outcome> {
    const found = await this.deps.database
      .selectFrom('customer_order')
      .select(['total', 'refunded_amount', 'state'])
      .where('id', '=', id)
      .where('site', '=', site)
      .executeTakeFirst();
    if (found?.state !== 'paid') return REFUSED;
    const { total, refunded_amount: refunded } = found;
    if (seen !== undefined && seen !== refunded) return REFUSED;
    const left = total - refunded;
    if (amount !== undefined && (amount <= 0 || amount > left)) return { ok: false, rule: 'amount' };
    const wanted = amount ?? left;
    const paidBack = await this.ask(id, site, (provider, paymentId) =>
      provider.refund(paymentId, { amount: wanted, key: `refund-${id}-${refunded}-${wanted}` }),
    );
    if (!paidBack.ok) return paidBack;
    return this.change(id, site, async (trx, order) => {
      const settlement = { site: this.siteOf(order), ...decision };
      if (order.refunded_amount === refunded) return refundOrder(trx, order, wanted, settlement);
      // The event of the service was processed first; it does not know who has initiated the refund.
      if (order.payment_id === null || order.refunded_amount < refunded + wanted) return { ok: false, rule: 'state' };
      await auditOrder(trx, order, 'order.refunded', settlement, await databaseNow(trx));
      return { ok: true };
    });
  }

  private async ask(
    id: number,
    site: string,
    call: (provider: PaymentProvider, paymentId: string) => Promise<void>,
  ): Promise<{ ok: true } | { ok: false; rule: 'unavailable' }> {
    const order = await this.deps.database
      .selectFrom('customer_order')
      .select(['provider', 'payment_id'])
      .where('id', '=', id)
      .where('site', '=', site)
      .executeTakeFirst();
    if (!order?.payment_id) return { ok: true };
    const provider = this.provider(order.provider);
    try {
      if (!provider) throw new Error(`The payment service ${order.provider} is not configured`);
      await call(provider, order.payment_id);
      return { ok: true };
    } catch (error) {
      this.warn(id, error, 'The payment service did not do what it was asked for');
      return { ok: false, rule: 'unavailable' };
    }
  }

  private change(
    id: number,
    site: string,
    change: (trx: Transaction, order: OrderRow) => Promise<Outcome>,
  ): Promise<Outcome> {
    return this.deps.database.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, id);
      return order?.site === site ? change(trx, order) : REFUSED;
    });
  }

  private siteOf(order: Pick<OrderRow, 'site'> | undefined): BackendSite {
    const site = order && this.sites.get(order.site);
    if (!site) throw new Error('The site of an order is not configured on this server');
    return site;
  }

  private payableOf(order: OrderRow) {
    const site = this.siteOf(order);
    const { t } = textsOf(site, order.language);
    const home = this.deps.homeOf?.(order.site, order.language.slice(0, 2));
    if (home === undefined) return undefined;
    const id = String(order.id);
    const at = (path: string) => new URL(path.slice(1), home.endsWith('/') ? home : `${home}/`).href;
    return {
      id: order.id,
      currency: order.currency,
      unitAmount: order.unit_amount,
      quantity: order.quantity,
      productName: order.product.name,
      taxes: order.tax.lines.map((line) => ({ label: taxLabel(line, order.language, t), amount: line.amount })),
      email: order.billing.email,
      locale: order.language,
      returnTo: { paid: at(orderReturnPath(id)), canceled: at(checkoutPath(order.product.code, order.quantity)) },
    };
  }

  private warn(order: number, error: unknown, message: string): void {
    // Error messages of the SDK contain no secrets, but may contain the data that was sent.
    this.deps.logger.warn({ order, error: (error as Error).name }, message);
  }
}

type Transaction = Parameters<typeof payOrder>[0];
type Step = (trx: Transaction, order: OrderRow, status: PaymentStatus, site: BackendSite) => Promise<unknown>;

/**
 * Applied in this order, because payment, dispute and refund may be reported at once. Each step sees the result of the previous one. A step
 * that is refused fails, so that what the service reports is not lost: the event is listed at `/admin/queue` and tried again. For example,
 * an order with an open dispute cannot be refunded in part until the dispute ends.
 */
const STEPS: readonly Step[] = [
  async (trx, order, { state }, site) => {
    if (state === 'paid' && order.paid_at === null) expectDone(order, await payOrder(trx, order, 'payment', { site }));
  },
  async (trx, order, { state }, site) => {
    if (state === 'failed' && order.state === 'placed')
      expectDone(order, await cancelOrder(trx, order, 'failure', { site }));
  },
  async (trx, order, status) => {
    // If all the money is lost, the order is refunded without being paid in between.
    const isOver = !status.isDisputed && returnedOf(order, status) < order.total;
    if (isOver && order.state === 'disputed') await moveOrder(trx, order, { action: 'chargebackEnd' });
  },
  async (trx, order, status, site) => {
    const more = returnedOf(order, status) - order.refunded_amount;
    if (more > 0 && (order.state === 'paid' || order.state === 'disputed'))
      expectDone(order, await refundOrder(trx, order, more, { site }));
  },
  async (trx, order, { isDisputed }) => {
    if (isDisputed && order.state === 'paid') await moveOrder(trx, order, { action: 'chargeback' });
  },
];

/** Amount that the buyer has got back, by refunds and by disputes that were lost. Fees or exchange rates can raise what a dispute costs. */
function returnedOf({ total }: OrderRow, { refunded, lost }: PaymentStatus): number {
  return Math.min(total, refunded + lost);
}

function expectDone({ id, state }: OrderRow, result: SettleResult): void {
  if (!result.ok) throw new Error(`What was reported about order ${id} is not possible while it is ${state}`);
}

import type { Transaction } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { orderPath } from '#contract/pages/paths.js';
import { formatMoney } from '#shared/money/format-money.js';
import { timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import { putMail, type OrderMail } from '../../platform/mail/outbox.js';
import type { OrderRow } from './order-rows.js';

/** Queues a mail to the recipient of the invoices, in the language of the order, within the caller's transaction. */
export async function mailAboutOrder(
  trx: Transaction<Database>,
  template: OrderMail,
  {
    order,
    site,
    now,
    amount,
    document = order.invoice_id,
  }: {
    order: OrderRow;
    site: BackendSite;
    now: Date;
    amount?: number;
    /** Id of the document to attach as PDF; defaults to the invoice of the order; null for none. */
    document?: number | null;
  },
): Promise<void> {
  const { id, language, currency, billing, product, quantity, due_at } = order;
  const timeZone = timeZoneOf(site);
  await putMail(
    trx,
    {
      site: order.site,
      language: language.slice(0, 2),
      template,
      recipient: billing.email,
      details: {
        path: orderPath(String(id)),
        order: String(id),
        product: quantity > 1 ? `${quantity} × ${product.name}` : product.name,
        amount: formatMoney(amount ?? order.total, currency, language),
        ...(due_at && { due: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(due_at) }),
        payment: site.commerce?.seller?.paymentDetails.join('\n') ?? '',
        ...(document === null ? {} : { invoice: String(document) }),
      },
    },
    now,
  );
}

import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import type { AttachedDocuments } from '../../platform/mail/outbox-worker.js';
import { loadInvoice, type Invoice } from './invoice-rows.js';

/** Of a PDF that is attached: mail servers refuse mails that are too large, and a mail also leads to the page of the order. */
export const MAX_ATTACHED_BYTES = 2_000_000;

/**
 * What is attached to a mail that names an invoice or a credit note in its details: its PDF. It is made when the mail is sent, and not when
 * the invoice is issued, so that no transaction waits for it. An invoice never changes, so a mail that is sent again has the same one.
 */
export function attachInvoices({
  database,
  sites,
  fileOf,
}: {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
  /** The invoice as PDF. */
  fileOf: (invoice: Invoice, site: BackendSite) => Promise<Buffer>;
}): AttachedDocuments {
  return async ({ site: name, details }) => {
    const id = parseId(details.invoice ?? '');
    const site = sites.find((each) => each.name === name);
    const invoice = id !== undefined && site && (await loadInvoice(database, { id, site: name }));
    if (!invoice) return [];
    const bytes = await fileOf(invoice, site);
    if (bytes.length > MAX_ATTACHED_BYTES) return [];
    return [{ name: `${invoice.reference}.pdf`, contentType: 'application/pdf', bytes }];
  };
}

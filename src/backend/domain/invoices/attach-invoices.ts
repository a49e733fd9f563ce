import type { Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import type { AttachedDocuments } from '../../platform/mail/outbox-worker.js';
import { loadInvoice, type Invoice } from './invoice-rows.js';

/** Maximum size of an attached PDF: mail servers refuse large mails, and the mail also links to the page of the order. */
export const MAX_ATTACHED_BYTES = 2_000_000;

/**
 * Attaches the PDF of the invoice or credit note that a mail's details name. It is rendered when the mail is sent instead of when the
 * invoice is issued, so that no transaction waits for it. Invoices never change, so a mail that is sent again has the same attachment.
 */
export function attachInvoices({
  database,
  sites,
  fileOf,
}: {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
  /** Renders the invoice as a PDF. */
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

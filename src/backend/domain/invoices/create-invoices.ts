import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { AttachedDocuments } from '../../platform/mail/outbox-worker.js';
import type { Sessions } from '../accounts/sessions/sessions.js';
import { attachInvoices, serveInvoices } from './invoice-files.js';
import { invoiceResolvers } from './invoice.resolvers.js';
import type { Invoice } from './invoice-rows.js';

/** Number of rendered files in memory, some 40 kB each, so that repeated requests for an invoice do not render it again. */
const MAX_CACHED_FILES = 50;

export interface Invoices extends BackendModule {
  /** Attaches invoices to the mails that name them. */
  attach: AttachedDocuments;
}

/** Invoices and credit notes, and their PDFs. */
export function createInvoices(deps: {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
  sessions: Sessions;
  clock: () => Date;
}): Invoices {
  const { database, sites, sessions, clock } = deps;
  const viewerOf = (token: string) => sessions.viewerOf(token, clock());
  const fileOf = renderOnce();
  const access = { database, sites, viewerOf, fileOf };
  return {
    resolvers: [invoiceResolvers(database)],
    serve: (request) => serveInvoices(access, request),
    attach: attachInvoices({ database, sites, fileOf }),
  };
}

/** @returns a function that renders and caches invoices, which never change; the PDF library is loaded on first use */
function renderOnce(): (invoice: Invoice, site: BackendSite) => Promise<Buffer> {
  const cached = new LRUCache<number, Buffer>({ max: MAX_CACHED_FILES });
  return async (invoice, site) => {
    const known = cached.get(invoice.id);
    if (known) return known;
    const { renderInvoicePdf } = await import('./pdf/render-invoice.js');
    const bytes = await renderInvoicePdf(invoice, site);
    cached.set(invoice.id, bytes);
    return bytes;
  };
}

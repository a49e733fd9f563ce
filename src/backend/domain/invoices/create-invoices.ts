import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { BackendSite, BackendFetchRequest, BackendFetchResponse } from '#contract/backend/backend.js';
import type {
  Invoice as InvoiceAnswer,
  InvoiceParty,
  Query,
  QueryInvoiceArgs,
  QueryInvoicesArgs,
} from '#contract/generated/resolvers.js';
import { INVOICES_PATH } from '#contract/pages/paths.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { AttachedDocuments } from '../../platform/mail/outbox-worker.js';
import type { Sessions } from '../accounts/sessions/sessions.js';
import { parseId } from '../../platform/database/statement.js';
import type { StoredParty } from '../../platform/database/tables/order-tables.js';
import { allow, type RootResolvers, badUserInput, refused } from '../../platform/graphql/allow.js';
import {
  mayActForOrganization,
  type RequestContext,
  viewerOnSite,
  type Viewer,
} from '../../platform/graphql/request-context.js';
import { download, noDownload } from '../../platform/files/download.js';
import { type Invoice, listInvoices, loadInvoice, invoiceTexts, taxNameOf, taxNoteOf } from './invoice-rows.js';

const MAX_INVOICES = 100;
const DEFAULT_INVOICES = 50;

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

export function invoiceResolvers(database: Kysely<Database>) {
  return {
    Query: {
      invoices: allow<QueryInvoicesArgs, Query['invoices']>('employer', async (args, { viewer, site }) => {
        const organizationId = parseId(args.organizationId);
        if (organizationId === undefined || !mayActForOrganization(viewer, organizationId))
          throw refused('invoices', 'forbidden');
        const before = args.before == null ? undefined : parseId(args.before);
        if (args.before != null && before === undefined) throw badUserInput('before is not the id of an invoice');
        const count = Math.min(Math.max(args.limit ?? DEFAULT_INVOICES, 1), MAX_INVOICES);
        // One row more than shown tells whether there is a next page.
        const page = { limit: count + 1, ...(before === undefined ? {} : { before }) };
        const found = await listInvoices(database, { site: site.name, organizationId }, page);
        const shown = found.slice(0, count);
        return {
          __typename: 'InvoiceList',
          invoices: shown.map((each) => toAnswer(each, site)),
          next: found.length > count ? String(shown.at(-1)!.id) : null,
        };
      }),
      invoice: allow<QueryInvoiceArgs, Query['invoice']>('employer', async ({ id: named }, { viewer, site }) => {
        const id = parseId(named);
        const found = id === undefined ? undefined : await loadInvoice(database, { id, site: site.name });
        // For others, the invoice does not exist: the numbers of invoices would reveal how much a site sells.
        return found && mayActForOrganization(viewer, found.organizationId) ? toAnswer(found, site) : null;
      }),
    },
  } satisfies RootResolvers;
}

function toAnswer(invoice: Invoice, site: RequestContext['site']): InvoiceAnswer {
  const texts = invoiceTexts(invoice, site);
  const { corrects, seller, buyer, lines, taxes, orderId, organizationId, issuedAt } = invoice;
  return {
    __typename: 'Invoice',
    id: String(invoice.id),
    reference: invoice.reference,
    kind: invoice.kind,
    corrects: corrects && { __typename: 'InvoiceReference', id: String(corrects.id), reference: corrects.reference },
    orderId: orderId === null ? null : String(orderId),
    organizationId: String(organizationId),
    seller: toParty(seller),
    buyer: toParty(buyer),
    lines: lines.map((line) => ({ __typename: 'InvoiceLine', ...line })),
    taxes: taxes.map((line) => ({
      __typename: 'InvoiceTax',
      name: taxNameOf(line, texts),
      jurisdiction: line.jurisdiction,
      rate: line.rate,
      amount: line.amount,
    })),
    taxNote: taxNoteOf(invoice, texts),
    net: invoice.net,
    tax: invoice.tax,
    total: invoice.total,
    credited: invoice.credited,
    currency: invoice.currency,
    locale: invoice.locale,
    reason: invoice.reason,
    issuedAt: issuedAt.toISOString(),
    suppliedOn: invoice.suppliedOn,
    dueOn: invoice.dueOn,
    paidAt: invoice.paidAt?.toISOString() ?? null,
  };
}

function toParty(party: StoredParty): InvoiceParty {
  return {
    __typename: 'InvoiceParty',
    name: party.name,
    contactName: party.contactName ?? null,
    addressLine1: party.addressLine1,
    addressLine2: party.addressLine2 ?? null,
    locality: party.locality,
    administrativeArea: party.administrativeArea ?? null,
    zip: party.zip ?? null,
    countryCode: party.countryCode,
    email: party.email ?? null,
    vatId: party.vatId ?? null,
    taxNumbers: (party.taxNumbers ?? []).map((each) => ({ __typename: 'TaxNumber', ...each })),
    paymentDetails: party.paymentDetails ?? [],
  };
}

const ADDRESS = new RegExp(`^${INVOICES_PATH}/(\\d+)\\.pdf$`);

/** Maximum size of an attached PDF: mail servers refuse large mails, and the mail also links to the page of the order. */
const MAX_ATTACHED_BYTES = 2_000_000;

/**
 * Serves `/invoices/<id>.pdf` to members of the buying organization and to administrators. Everybody else gets a 404.
 *
 * @returns undefined for other addresses
 */
export function serveInvoices(
  {
    database,
    sites,
    viewerOf,
    fileOf,
  }: {
    database: Kysely<Database>;
    sites: readonly BackendSite[];
    viewerOf: (token: string) => Promise<Viewer | null | undefined>;
    /** Renders the invoice as a PDF. */
    fileOf: (invoice: Invoice, site: BackendSite) => Promise<Buffer>;
  },
  { path, headers }: BackendFetchRequest,
): Promise<BackendFetchResponse> | undefined {
  const named = ADDRESS.exec(path)?.[1];
  return named === undefined ? undefined : answer(parseId(named));

  async function answer(id: number | undefined): Promise<BackendFetchResponse> {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    const viewer = token === undefined ? undefined : await viewerOf(token);
    if (!viewer || id === undefined) return noDownload();
    const { invoice, site } = (await find(id)) ?? {};
    if (!invoice || !site || !mayActForOrganization(viewerOnSite(viewer, site), invoice.organizationId))
      return noDownload();
    const bytes = await fileOf(invoice, site);
    const { headers: sent, ...answered } = download(
      `${invoice.reference}.pdf`,
      'application/pdf',
      Readable.from([bytes]),
    );
    return { ...answered, headers: { ...sent, 'content-length': String(bytes.length) } };
  }

  async function find(id: number): Promise<{ invoice: Invoice; site: BackendSite } | undefined> {
    const row = await database.selectFrom('invoice').select('site').where('id', '=', id).executeTakeFirst();
    const site = sites.find(({ name }) => name === row?.site);
    const invoice = site && (await loadInvoice(database, { id, site: site.name }));
    return invoice && { invoice, site };
  }
}

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

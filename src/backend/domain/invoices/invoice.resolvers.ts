import type { Kysely } from 'kysely';
import type {
  Invoice as InvoiceAnswer,
  InvoiceParty,
  Query,
  QueryInvoiceArgs,
  QueryInvoicesArgs,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import type { StoredParty } from '../../platform/database/tables/invoice-tables.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { badUserInput, refused } from '../../platform/graphql/rejection.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { mayActForOrganization } from '../../platform/graphql/viewer.js';
import { listInvoices, loadInvoice, type Invoice } from './invoice-rows.js';
import { invoiceTexts, taxNameOf, taxNoteOf } from './invoice-texts.js';

const MAX_INVOICES = 100;
const DEFAULT_INVOICES = 50;

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

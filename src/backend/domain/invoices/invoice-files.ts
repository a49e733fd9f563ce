import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { BackendFetchRequest, BackendFetchResponse, BackendSite } from '#contract/backend/backend.js';
import { INVOICES_PATH } from '#contract/pages/paths.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { download, noDownload } from '../../platform/files/download.js';
import { mayActForOrganization, viewerOnSite, type Viewer } from '../../platform/graphql/viewer.js';
import type { AttachedDocuments } from '../../platform/mail/outbox-worker.js';
import { loadInvoice, type Invoice } from './invoice-rows.js';

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

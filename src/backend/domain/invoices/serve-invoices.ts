import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { BackendFetchRequest, BackendFetchResponse, BackendSite } from '#contract/backend/backend.js';
import { INVOICES_PATH } from '#contract/pages/paths.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { download, noDownload } from '../../platform/files/download.js';
import { mayActForOrganization, viewerOnSite, type Viewer } from '../../platform/graphql/viewer.js';
import { loadInvoice, type Invoice } from './invoice-rows.js';

const ADDRESS = new RegExp(`^${INVOICES_PATH}/(\\d+)\\.pdf$`);

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

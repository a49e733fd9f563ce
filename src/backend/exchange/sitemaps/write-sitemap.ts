import type { FrontendPages } from '#contract/pages/frontend-pages.js';
import { type Href, hrefIn, localeAddresses } from '#contract/pages/route-names.js';
import { escapeXml } from '#shared/text/xml-text.js';
import type { SitemapEntry } from './sitemap-source.js';

/** What the protocol allows in a file. */
const MAX_ADDRESSES = 50_000;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** @param stylesheet the path of one for people who look at the file */
function declaration(stylesheet: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="${escapeXml(stylesheet)}"?>\n`;
}

/** An index of other files. */
export function sitemapIndex(addresses: readonly string[], origin: string, stylesheet: string): string {
  const lines = addresses.map((address) => `<sitemap><loc>${escapeXml(origin + address)}</loc></sitemap>\n`);
  return `${declaration(stylesheet)}<sitemapindex ${NAMESPACE}>\n${lines.join('')}</sitemapindex>\n`;
}

/** The addresses of pages, as links in the locale write them. Nothing at all without any: an empty file is not valid. */
export async function* urlSet(
  batches: AsyncIterable<readonly SitemapEntry[]>,
  { pages, locale, stylesheet }: { pages: FrontendPages; locale: string; stylesheet: string },
): AsyncGenerator<string, void, undefined> {
  const address = addressesOf(pages);
  let written = 0;
  for await (const batch of batches) {
    const entries = batch.slice(0, MAX_ADDRESSES - written);
    if (written === 0) yield `${declaration(stylesheet)}<urlset ${NAMESPACE} ${XHTML}>\n`;
    written += entries.length;
    yield entries.map((entry) => urlElement(entry, locale, address)).join('');
    if (written >= MAX_ADDRESSES) break;
  }
  if (written > 0) yield '</urlset>\n';
}

type PageAddress = (path: string, locale: string) => string;

function urlElement({ path, lastModified, locales = [] }: SitemapEntry, locale: string, address: PageAddress): string {
  const modified = lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : '';
  const link = (language: string, to: string): string =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(address(path, to))}"/>`;
  const links =
    locales.length > 1 ? [...locales.map((each) => link(each, each)), link('x-default', locales[0]!)].join('') : '';
  return `<url><loc>${escapeXml(address(path, locale))}</loc>${modified}${links}</url>\n`;
}

/** Whole addresses of pages: what an address cannot hold is escaped. */
function addressesOf(pages: FrontendPages): PageAddress {
  const ways = new Map<string, Href>(
    pages.locales.map((locale) => [locale, hrefIn(localeAddresses(pages, locale))] as const),
  );
  return (path, locale) =>
    pages.origin + encodeURI(ways.get(locale)!(path)).replace(/[?#]/g, (mark) => encodeURIComponent(mark));
}

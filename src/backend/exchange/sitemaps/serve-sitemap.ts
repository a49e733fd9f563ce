import type { Kysely } from 'kysely';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import type { FrontendPages, PageColours } from '#contract/pages/frontend-pages.js';
import { type Href, hrefIn, localeAddresses } from '#contract/pages/route-names.js';
import { escapeXml } from '#shared/text/markup.js';
import { type DocumentFrontend, documentResponse, refusal, bytesOf } from '../documents/document-responses.js';
import type { Database } from '../../platform/database/schema.js';
import { type SpeakingSite, textsOf } from '../../platform/texts/site-texts.js';
import {
  fileAddress,
  filesOf,
  readFile,
  type SitemapFile,
  type SitemapQuestion,
  transformationAddress,
  STYLE_PATH,
} from './sitemap-files.js';
import type { SitemapSource, SitemapEntry } from './sitemap-sources.js';

/** Maximum number of entries shown: nobody can use a page of fifty thousand lines. */
const MAX_SHOWN = 500;

const XML = 'application/xml; charset=utf-8';

export interface SitemapContext {
  database: Kysely<Database>;
  sources: readonly SitemapSource[];
  frontend: DocumentFrontend;
  etag: string;
  now: Date;
}

/** Responds to a request for a sitemap; 404 if there is nothing to list, since an empty file is invalid. */
export async function serveSitemap(question: SitemapQuestion, context: SitemapContext): Promise<BackendFetchResponse> {
  const { pages } = context.frontend;
  const { etag } = context;
  switch (question.kind) {
    case 'style':
      return documentResponse(Buffer.from(transformationStyle(pages)), {
        contentType: 'text/css; charset=utf-8',
        etag,
      });
    case 'transformation': {
      const body = Buffer.from(transformation(pages, question.locale, context.frontend.site));
      return documentResponse(body, { contentType: 'text/xsl; charset=utf-8', etag });
    }
    case 'index': {
      const sources = context.sources.filter(({ type }) => question.type === undefined || type === question.type);
      return index(await allFiles(sources, pages.locales, context), undefined, context);
    }
    case 'file':
      return serveFile(question.file, context);
  }
}

async function serveFile(file: SitemapFile, context: SitemapContext): Promise<BackendFetchResponse> {
  const source = context.sources.find(({ type }) => type === file.type)!;
  if (file.part === undefined) {
    const files = await allFiles([source], [file.locale], context);
    if (files.some(({ part }) => part !== undefined)) return index(files, file, context);
  }
  const { database, frontend, etag, now } = context;
  const { pages } = frontend;
  const stylesheet = transformationAddress(file, pages);
  const text = urlSet(readFile(database, source, frontend, file, now), { pages, locale: file.locale, stylesheet });
  const body = bytesOf(text);
  // The first chunk is read before the response starts, so that an early error or an empty result still determines its status.
  const first = await body.next();
  return first.done ? nothing() : documentResponse(startedWith(first.value, body), { contentType: XML, etag });
}

async function allFiles(
  sources: readonly SitemapSource[],
  locales: readonly string[],
  { database, frontend }: SitemapContext,
): Promise<SitemapFile[]> {
  const files: SitemapFile[] = [];
  for (const source of sources)
    for (const locale of locales) files.push(...(await filesOf(database, source, frontend, locale)));
  return files;
}

function index(
  files: readonly SitemapFile[],
  of: SitemapFile | undefined,
  { frontend: { pages }, etag }: SitemapContext,
): BackendFetchResponse {
  if (files.length === 0) return nothing();
  const addresses = files.map((file) => fileAddress(file, pages));
  const text = sitemapIndex(addresses, pages.origin, transformationAddress(of, pages));
  return documentResponse(Buffer.from(text), { contentType: XML, etag });
}

function nothing(): BackendFetchResponse {
  return refusal(404, 'There is nothing to list here.');
}

async function* startedWith(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first;
    yield* rest;
  } finally {
    // Stops reading if the client disconnects early.
    await rest.return();
  }
}

/** Maximum number of addresses per file according to the sitemap protocol. */
const MAX_ADDRESSES = 50_000;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** @param stylesheet path of the stylesheet for people who open the file */
function declaration(stylesheet: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="${escapeXml(stylesheet)}"?>\n`;
}

/** Returns a sitemap index that lists other files. */
function sitemapIndex(addresses: readonly string[], origin: string, stylesheet: string): string {
  const lines = addresses.map((address) => `<sitemap><loc>${escapeXml(origin + address)}</loc></sitemap>\n`);
  return `${declaration(stylesheet)}<sitemapindex ${NAMESPACE}>\n${lines.join('')}</sitemapindex>\n`;
}

/** Lists the addresses of pages as they are written in the locale. Yields nothing if there are none, since an empty file is invalid. */
async function* urlSet(
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

/** Returns absolute, escaped addresses of pages. */
function addressesOf(pages: FrontendPages): PageAddress {
  const ways = new Map<string, Href>(
    pages.locales.map((locale) => [locale, hrefIn(localeAddresses(pages, locale))] as const),
  );
  return (path, locale) =>
    pages.origin + encodeURI(ways.get(locale)!(path)).replace(/[?#]/g, (mark) => encodeURIComponent(mark));
}

/**
 * Returns an XSL transformation that displays a sitemap as a page in the browser. It contains neither scripts nor styles, so it complies
 * with a strict content security policy.
 */
function transformation(pages: FrontendPages, locale: string, site: SpeakingSite): string {
  const { t } = textsOf(site, locale);
  const home = hrefIn(localeAddresses(pages, locale))('/');
  const text = escapeXml;
  return `<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml" exclude-result-prefixes="s x">
<xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>
<xsl:template match="/">
<html lang="${text(locale)}">
<head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="robots" content="noindex"/>
<title>${text(t('sitemaps.title', { site: pages.title }))}</title>
<link rel="stylesheet" href="${STYLE_PATH}"/>
</head>
<body>
<header><a href="${text(home)}">${text(pages.title)}</a></header>
<main>
<h1>${text(t('sitemaps.title', { site: pages.title }))}</h1>
<p>${text(t('sitemaps.purpose'))} <a href="${text(home)}">${text(t('sitemaps.home'))}</a></p>
<xsl:apply-templates/>
</main>
</body>
</html>
</xsl:template>
<xsl:template match="s:sitemapindex">
<p>${text(t('sitemaps.files'))} <xsl:value-of select="count(s:sitemap)"/></p>
<ul><xsl:for-each select="s:sitemap"><li><a href="{s:loc}"><xsl:value-of select="s:loc"/></a></li></xsl:for-each></ul>
</xsl:template>
<xsl:template match="s:urlset">
<p>${text(t('sitemaps.pages'))} <xsl:value-of select="count(s:url)"/><xsl:if test="count(s:url) &gt; ${MAX_SHOWN}">. ${text(t('sitemaps.more', { shown: MAX_SHOWN }))}</xsl:if></p>
<table>
<thead><tr><th scope="col">${text(t('sitemaps.address'))}</th><th scope="col">${text(t('sitemaps.changed'))}</th>
<xsl:if test="//x:link"><th scope="col">${text(t('sitemaps.otherLanguages'))}</th></xsl:if></tr></thead>
<tbody><xsl:for-each select="s:url[position() &lt;= ${MAX_SHOWN}]">
<tr><td><a href="{s:loc}"><xsl:value-of select="s:loc"/></a></td><td><xsl:value-of select="substring(s:lastmod, 1, 10)"/></td>
<xsl:if test="//x:link"><td><xsl:for-each select="x:link[@hreflang != 'x-default' and @href != ../s:loc]">
<a href="{@href}" hreflang="{@hreflang}"><xsl:value-of select="@hreflang"/></a><xsl:text> </xsl:text></xsl:for-each></td></xsl:if></tr>
</xsl:for-each></tbody>
</table>
</xsl:template>
</xsl:stylesheet>
`;
}

/** Returns the style sheet of that page, in the site's colours. */
function transformationStyle({ colours: { light, dark } }: FrontendPages): string {
  return `:root{color-scheme:${dark ? 'light dark' : 'light'};${properties(light)}}
${dark ? `@media (prefers-color-scheme:dark){:root{${properties(dark)}}}` : ''}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header{padding:.9rem max(1rem,calc(50vw - 34rem));background:var(--surface);border-bottom:1px solid var(--line);font-weight:700}
header a{text-decoration:none}
main{padding:1.5rem max(1rem,calc(50vw - 34rem)) 3rem}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .75rem}
p{max-width:44rem;color:var(--ink-soft)}
a{color:var(--accent);overflow-wrap:anywhere}
ul{padding-left:1.2rem}
li,td{padding-block:.35rem}
table{width:100%;border-collapse:collapse;background:var(--surface)}
th,td{padding-inline:.75rem;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
th{padding-block:.6rem;color:var(--ink-soft);font-weight:600}
td+td{white-space:nowrap;font-variant-numeric:tabular-nums}
`;
}

function properties({ ink, inkSoft, ground, surface, line, accent }: PageColours): string {
  return `--ink:${ink};--ink-soft:${inkSoft};--ground:${ground};--surface:${surface};--line:${line};--accent:${accent}`;
}

import type { FrontendPages, PageColours } from '#contract/pages/frontend-pages.js';
import { hrefIn, localeAddresses } from '#contract/pages/route-names.js';
import { escapeXml } from '#shared/text/xml-text.js';
import { STYLE_PATH } from './sitemap-address.js';
import { type SpeakingSite, textsOf } from '../../platform/texts/site-texts.js';

/** Maximum number of entries shown: nobody can use a page of fifty thousand lines. */
const MAX_SHOWN = 500;

/**
 * Returns an XSL transformation that displays a sitemap as a page in the browser. It contains neither scripts nor styles, so it complies
 * with a strict content security policy.
 */
export function transformation(pages: FrontendPages, locale: string, site: SpeakingSite): string {
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
export function transformationStyle({ colours: { light, dark } }: FrontendPages): string {
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

import type { FrontendPages } from '#contract/pages/frontend-pages.js';
import type { SitemapFile } from './sitemap-files.js';

/** Content requested at an address. */
export type SitemapQuestion =
  /** All files, or those of a type. */
  | { kind: 'index'; type?: string }
  | { kind: 'file'; file: SitemapFile }
  /** Stylesheets that display a file to people. */
  | { kind: 'transformation'; locale: string }
  | { kind: 'style' };

export const STYLE_PATH = '/sitemap/style.css';
const LOCALE = '(?:/([a-z]{2}(?:-[a-z]{2})?))?';
const WHOLE = new RegExp(`^${LOCALE}/([a-z]+)/sitemap\\.(xml|xsl)$`);
const PART = new RegExp(`^/sitemap${LOCALE}/([a-z]+)/([1-9]\\d{0,8})\\.xml$`);

/**
 * @param path path without query
 * @param types existing types
 * @returns undefined if nothing can exist at the path
 */
export function readSitemapAddress(
  path: string,
  { locales }: Pick<FrontendPages, 'locales'>,
  types: readonly string[],
): SitemapQuestion | undefined {
  const first = locales[0]!;
  if (path === '/sitemap.xml') return { kind: 'index' };
  if (path === '/sitemap.xsl') return { kind: 'transformation', locale: first };
  if (path === STYLE_PATH) return { kind: 'style' };
  // Only sites with several locales have locales in their addresses.
  const isWritten = (code: string | undefined): boolean =>
    code === undefined ? locales.length === 1 : locales.length > 1;
  const localeOf = (code: string | undefined): string | undefined =>
    code === undefined ? first : locales.find((locale) => locale.toLowerCase() === code);
  const [, ofPart, partType, part] = PART.exec(path) ?? [];
  if (partType !== undefined) {
    const locale = localeOf(ofPart);
    if (locale === undefined || !isWritten(ofPart) || !types.includes(partType)) return undefined;
    return { kind: 'file', file: { type: partType, locale, part: Number(part) } };
  }
  const [, code, type, extension] = WHOLE.exec(path) ?? [];
  const locale = localeOf(code);
  if (type === undefined || locale === undefined || !types.includes(type)) return undefined;
  if (extension === 'xsl') return { kind: 'transformation', locale };
  if (isWritten(code)) return { kind: 'file', file: { type, locale } };
  return code === undefined ? { kind: 'index', type } : undefined;
}

/** Returns the address of the XSL transformation for a file, in the file's language. */
export function transformationAddress(
  file: Pick<SitemapFile, 'type' | 'locale'> | undefined,
  { locales }: Pick<FrontendPages, 'locales'>,
): string {
  if (!file || locales.length === 1) return '/sitemap.xsl';
  return `/${file.locale.toLowerCase()}/${file.type}/sitemap.xsl`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as cheerio from 'cheerio';
import { validateXML } from 'xmllint-wasm';
import type { SiteUnderTest } from './site.js';

const FOLDER = join(process.cwd(), 'test/support/schemas');
const read = (fileName: string) => ({ fileName, contents: readFileSync(join(FOLDER, fileName), 'utf8') });

/** @returns violations of the schemas of sitemaps.org in a file; empty if it is valid */
export async function sitemapErrors(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'file.xml', contents: xml }],
    schema: [read('sitemaps.xsd')],
    preload: ['sitemap.xsd', 'siteindex.xsd', 'xhtml-link.xsd'].map(read),
    initialMemoryPages: 512,
    maxMemoryPages: 4096,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

export interface ListedAddress {
  loc: string;
  lastmod?: string;
  /** Addresses by language. */
  alternates: Record<string, string>;
}

/** Reads the content of a sitemap, valid or not. */
export function readSitemap(xml: string): { files: string[]; addresses: ListedAddress[] } {
  const $ = cheerio.load(xml, { xml: true });
  const files = $('sitemapindex > sitemap > loc').toArray();
  const urls = $('urlset > url').toArray();
  return {
    files: files.map((element) => $(element).text()),
    addresses: urls.map((url) => {
      const links = $(url).children('xhtml\\:link').toArray();
      const alternates = links.map((link) => [$(link).attr('hreflang')!, $(link).attr('href')!] as const);
      return {
        loc: $(url).children('loc').text(),
        lastmod: $(url).children('lastmod').text() || undefined,
        alternates: Object.fromEntries(alternates),
      };
    }),
  };
}

/** Fetches all files of an index recursively; each must be valid. @returns the addresses they list, by the path of the file */
export async function crawlSitemaps(site: SiteUnderTest, from = '/sitemap.xml'): Promise<Map<string, ListedAddress[]>> {
  const listed = new Map<string, ListedAddress[]>();
  const todo = [from];
  for (let path = todo.shift(); path !== undefined; path = todo.shift()) {
    const answer = await site.get(path);
    const type = answer.headers['content-type'];
    expect([path, answer.status, type]).toEqual([path, 200, 'application/xml; charset=utf-8']);
    expect(await sitemapErrors(answer.text)).toEqual([]);
    const { files, addresses } = readSitemap(answer.text);
    if (addresses.length > 0) listed.set(path, addresses);
    todo.push(...files.map((file) => new URL(file).pathname));
  }
  return listed;
}

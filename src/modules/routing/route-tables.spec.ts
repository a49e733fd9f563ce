import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hrefIn, localeAddresses } from '#contract/pages/route-names.js';
import { knownSites, loadSite, type SiteConfig } from '../sites/index.js';
import {
  closedPaths,
  MISSING_PATH,
  routeTableOf,
  FEED_ROUTES,
  listedPaths,
  SITEMAP_ROUTES,
  OWN_PAGES,
} from './route-table.js';
import { readSitePath } from './site-paths.js';

/** Describes the whole route table of a site in readable form. */
function describeRoutes({ locales, routes, features, commerce }: SiteConfig): string {
  const site = { locales, routeNames: routes.names };
  const hrefs = locales.map((locale) => hrefIn(localeAddresses(site, locale)));
  const inAll = (path: string) => hrefs.map((href) => href(path)).join('  ');
  const named = locales.flatMap((locale) =>
    Object.entries(routes.names[locale] ?? {}).map(([path, name]) => `${locale}: ${path} -> ${name}`),
  );
  const pages = OWN_PAGES.map(({ path, page, facets, status }) => {
    const isListed = listedPaths({ features, commerce }).includes(path);
    const rules = [facets && `${facets} facets below`, status && `status ${status}`, isListed && 'in sitemaps'].filter(
      Boolean,
    );
    return `${page}: ${[inAll(path), ...rules].join(', ')}`;
  });
  const closed = closedPaths(features).map((from) => ({ from, to: MISSING_PATH }));
  const redirects = [...closed, ...routes.redirects].map(({ from, to }) => `${from} -> ${inAll(to)}`);
  const sections = {
    locales,
    'names of paths, for what is below them too': named,
    'pages by their addresses': pages,
    'sitemaps and feeds of the backend': [...SITEMAP_ROUTES, ...FEED_ROUTES].map((route) => `/${route}`),
    'permanent redirects': redirects,
    'written in lower case, with what is below': routes.lowerCase,
    'no landing pages there and below': routes.direct,
    'other hosts that the backend may redirect to': routes.redirectHosts,
  };
  return Object.entries(sections)
    .map(([title, lines]) => `${title}\n${lines.map((line) => `  ${line}\n`).join('') || '  none\n'}`)
    .join('\n');
}

describe.each(knownSites())('routes of %s', (name) => {
  // The expected table is written if it is missing, or if UPDATE_ROUTE_TABLES=1 is set.
  it('[ROUTE-01] [ROUTE-03] [ROUTE-04] [ROUTE-08] equal the stored table', async () => {
    const file = new URL(`../../../config/sites/${name}/routes.txt`, import.meta.url);
    const table = describeRoutes(await loadSite(name));
    if (process.env.UPDATE_ROUTE_TABLES || !existsSync(file)) writeFileSync(file, table);
    expect(table).toBe(readFileSync(file, 'utf8'));
  });

  it('[ROUTE-08] every page is found at its address in every locale', async () => {
    const { locales, routes } = await loadSite(name);
    const site = { locales, routeNames: routes.names };
    for (const locale of locales)
      for (const { path } of OWN_PAGES)
        expect(readSitePath(site, hrefIn(localeAddresses(site, locale))(path))).toMatchObject({ locale, path });
  });

  it('[ROUTE-01] no redirect leads to another redirect', async () => {
    const config = await loadSite(name);
    const table = routeTableOf(config);
    for (const { to } of config.routes.redirects) expect(table.redirect(to.split('?')[0]!)).toBeUndefined();
  });

  it('[ROUTE-02] without the resume feature, its pages do not exist', async () => {
    const config = await loadSite(name);
    const without = routeTableOf({ routes: { ...config.routes }, features: { ...config.features, resume: false } });
    for (const path of ['/resume', '/resume/edit', '/resume/wizard/import', '/resume-alert/edit/7'])
      expect(without.redirect(path)).toBe('/404');
    expect(without.redirect('/resume-alert')).toBeUndefined();
    const kept = routeTableOf({ routes: { ...config.routes }, features: { ...config.features, resumeImport: false } });
    expect(kept.redirect('/resume/edit')).toBeUndefined();
  });
});

describe('the address of a page', () => {
  const site = {
    locales: ['en', 'de', 'fr'],
    routeNames: { de: { '/resume': '/lebenslauf' }, fr: { '/jobs': '/emploi' } },
  };

  it.each([
    ['/de/lebenslauf/edit', { locale: 'de', path: '/resume/edit', hasLocale: true }],
    ['/DE/Lebenslauf', { locale: 'de', path: '/resume', hasLocale: true }],
    ['/de/resume', { locale: 'de', path: '/resume', hasLocale: true }],
    ['/de/emploi/full-time', { locale: 'de', path: '/jobs/full-time', hasLocale: true }],
    ['/emploi', { locale: 'fr', path: '/jobs', hasLocale: false }],
    ['/jobs', { locale: 'en', path: '/jobs', hasLocale: false }],
    ['/', { locale: 'en', path: '/', hasLocale: false }],
    ['/es/jobs', undefined],
    ['/de-AT', undefined],
  ])('[ROUTE-08] [ROUTE-09] %s is understood', (address, read) => {
    expect(readSitePath(site, address)).toEqual(read);
  });
});

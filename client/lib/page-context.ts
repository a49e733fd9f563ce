import { createContext, use } from 'react';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import type { Href } from '#contract/pages/route-names.js';
import type { Translate } from '#shared/text/translator.js';

/** Page data for all components; on islands, data of the page around them. */
export interface PageInfo {
  site: Pick<
    PageRequest['site'],
    'name' | 'title' | 'locales' | 'countries' | 'timeZone' | 'currencyPosition' | 'search' | 'map' | 'geocoder'
  >;
  locale: string;
  /** Builds every link: with the locale's prefix and translated paths. */
  href: Href;
  origin: string;
  path: string;
  /** Time at which the page was rendered; on islands, the time of hydration: their output must not depend on it. */
  now: Date;
  t: Translate;
}

export const PageInfoContext = createContext<PageInfo | null>(null);

/** @throws outside of a page */
export function usePage(): PageInfo {
  const info = use(PageInfoContext);
  if (!info) throw new Error('usePage is for components of a page or an island');
  return info;
}

/** All public settings of a site; only on the server. Islands have only the part in `usePage`. */
export const SiteContext = createContext<PublicSite | null>(null);

/** @throws on islands */
export function useSite(): PublicSite {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite is for components that the server alone renders');
  return site;
}

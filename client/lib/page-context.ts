import { createContext, use } from 'react';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { Href } from '#contract/pages/route-names.js';
import type { Translate } from '#shared/text/translator.js';

/** What every component may know of the page it is on; on islands, of the page around it. */
export interface PageInfo {
  site: Pick<
    PageRequest['site'],
    'name' | 'title' | 'locales' | 'countries' | 'timeZone' | 'currencyPosition' | 'search' | 'map' | 'geocoder'
  >;
  locale: string;
  /** Every link is made by it: in the locale's addresses, with its names of paths. */
  href: Href;
  origin: string;
  path: string;
  /** When the page was made; on islands, when the browser read it: what they render may not depend on it. */
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

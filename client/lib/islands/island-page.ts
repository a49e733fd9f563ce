import type { PageRequest } from '#contract/pages/page-request.js';
import type { LocaleAddresses } from '#contract/pages/route-names.js';
import { safeJson } from '../head';
import type { CurrentUser } from '../user/user-context';

/** What islands know of their page, written into it once. */
interface IslandPage {
  site: Pick<
    PageRequest['site'],
    | 'name'
    | 'title'
    | 'authPath'
    | 'locales'
    | 'countries'
    | 'timeZone'
    | 'currencyPosition'
    | 'search'
    | 'map'
    | 'geocoder'
  >;
  locale: string;
  addresses: LocaleAddresses;
  path: string;
  /** Missing on pages of visitors who are not logged in. */
  user?: CurrentUser;
  /** Only those that islands use: the catalogue's `island.*`. */
  messages: Record<string, string>;
}

const ISLAND_PAGE_ID = 'island-page';
const PREFIX = 'island.';

/** The script element that carries it; data, never run. */
export function islandPageJson({ site, locale, addresses, path, messages }: PageRequest, user: CurrentUser): string {
  const own: Pick<IslandPage, 'path' | 'user'> = { path };
  if (user.authenticated) own.user = user;
  const shared = sharedJson(site, locale, addresses, messages);
  return `<script type="application/json" id="${ISLAND_PAGE_ID}">${shared.slice(0, -1)},${safeJson(own).slice(1)}</script>`;
}

/** Catalogues are one object for a site and locale, and live long. */
const known = new WeakMap<object, string>();

/** What is the same on every page of a site and locale. */
function sharedJson(
  { name, title, authPath, locales, countries, timeZone, currencyPosition, search, map, geocoder }: PageRequest['site'],
  locale: string,
  { localePrefix, routeNames }: LocaleAddresses,
  messages: PageRequest['messages'],
): string {
  const found = known.get(messages);
  if (found !== undefined) return found;
  const shared: Omit<IslandPage, 'path' | 'user'> = {
    site: { name, title, authPath, locales, countries, timeZone, currencyPosition, search, map, geocoder },
    locale,
    addresses: { localePrefix, routeNames },
    messages: Object.fromEntries(Object.entries(messages).filter(([key]) => key.startsWith(PREFIX))),
  };
  const json = safeJson(shared);
  known.set(messages, json);
  return json;
}

/** What the page tells its islands, read in the browser. */
export function readIslandPage(): IslandPage {
  return JSON.parse(document.getElementById(ISLAND_PAGE_ID)!.textContent) as IslandPage;
}

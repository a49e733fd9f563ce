import type { PageRequest } from '#contract/pages/page-request.js';
import type { LocaleAddresses } from '#contract/pages/route-names.js';
import { safeJson } from '../head';
import type { CurrentUser } from '../user/user-context';

/** Page data for islands, written into the page once. */
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
  /** Only messages that islands use: `island.*` in the catalogue. */
  messages: Record<string, string>;
}

const ISLAND_PAGE_ID = 'island-page';
const PREFIX = 'island.';

/** Content of the script element with the data, which is never executed. */
export function islandPageJson({ site, locale, addresses, path, messages }: PageRequest, user: CurrentUser): string {
  const own: Pick<IslandPage, 'path' | 'user'> = { path };
  if (user.authenticated) own.user = user;
  const shared = sharedJson(site, locale, addresses, messages);
  return `<script type="application/json" id="${ISLAND_PAGE_ID}">${shared.slice(0, -1)},${safeJson(own).slice(1)}</script>`;
}

/** Cache by catalogue: catalogues are long-lived objects, one per site and locale. */
const known = new WeakMap<object, string>();

/** The part that is the same on every page of a site and locale. */
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

/** Reads the page's data for islands, in the browser. */
export function readIslandPage(): IslandPage {
  return JSON.parse(document.getElementById(ISLAND_PAGE_ID)!.textContent) as IslandPage;
}

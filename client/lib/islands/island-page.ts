import type { PageRequest } from '../../../src/contract/page-request.js';
import { safeJson } from '../head';

/** What islands know of their page, written into it once. */
export interface IslandPage {
  site: Pick<PageRequest['site'], 'name' | 'title' | 'locales' | 'countries' | 'currencyPosition' | 'search'>;
  locale: string;
  localePrefix: string;
  path: string;
  /** The day, in UTC. */
  now: string;
  /** Only those that islands use: the catalogue's `island.*`. */
  messages: Record<string, string>;
}

export const ISLAND_PAGE_ID = 'island-page';
const PREFIX = 'island.';

/** The script element that carries it; data, never run. */
export function islandPageJson(request: PageRequest): string {
  const { name, title, locales, countries, currencyPosition, search } = request.site;
  const page: IslandPage = {
    site: { name, title, locales, countries, currencyPosition, search },
    locale: request.locale,
    localePrefix: request.localePrefix,
    path: request.path,
    now: request.now.toISOString().slice(0, 10),
    messages: islandMessages(request.messages),
  };
  return `<script type="application/json" id="${ISLAND_PAGE_ID}">${safeJson(page)}</script>`;
}

const known = new WeakMap<object, Record<string, string>>();

function islandMessages(messages: Readonly<Record<string, string>>): Record<string, string> {
  const found = known.get(messages);
  if (found) return found;
  const subset = Object.fromEntries(Object.entries(messages).filter(([key]) => key.startsWith(PREFIX)));
  known.set(messages, subset);
  return subset;
}

import type { IncomingHttpHeaders } from 'node:http';
import { SEARCH_COUNTS_PATH } from '#contract/pages/paths.js';
import { countableWords } from '#contract/search/search-counts.js';

/** Browsers send these directives when a page is reloaded. */
const RELOAD = /\b(?:max-age=0|no-cache)\b/;

/**
 * Whether a request repeats a search instead of starting a new one: a reload, a revalidation by the browser, another order or filter for
 * the words of the previous page, or a test by an administrator. Otherwise the clicks of one person could lift rare words above the
 * reporting threshold. Only headers are used, and none of their content is stored.
 *
 * @param words words of the search, see `countableWords`
 */
export function isRepeatedSearch(headers: IncomingHttpHeaders, words: string): boolean {
  const { referer, 'cache-control': cacheControl } = headers;
  if (headers['if-none-match'] !== undefined) return true;
  if (cacheControl !== undefined && RELOAD.test(cacheControl)) return true;
  // A quick check: most referrers are pages without a search and need no parsing. The administrator's page also contains this word.
  if (!referer?.includes('search')) return false;
  const before = URL.canParse(referer) ? new URL(referer) : undefined;
  if (!before) return false;
  return (
    before.pathname.endsWith(SEARCH_COUNTS_PATH) || countableWords(before.searchParams.get('search') ?? '') === words
  );
}

import type { IncomingHttpHeaders } from 'node:http';
import { SEARCH_COUNTS_PATH } from '#contract/pages/paths.js';
import { countableWords } from '#contract/search/search-counts.js';

/** Browsers send it with a page that is loaded again. */
const RELOAD = /\b(?:max-age=0|no-cache)\b/;

/**
 * Whether a request shows a search once more instead of asking for it: a reload, a page that the browser has already, another order or other
 * filters for the words of the page before, or a look at them by an administrator. Without this, one person's clicks would make rare words
 * readable. The headers say all of it, and nothing of them is kept.
 *
 * @param words of the search, see `countableWords`
 */
export function isRepeatedSearch(headers: IncomingHttpHeaders, words: string): boolean {
  const { referer, 'cache-control': cacheControl } = headers;
  if (headers['if-none-match'] !== undefined) return true;
  if (cacheControl !== undefined && RELOAD.test(cacheControl)) return true;
  // Most come from a page without a search, whose address need not be taken apart; the page of an administrator has the word in it too.
  if (!referer?.includes('search')) return false;
  const before = URL.canParse(referer) ? new URL(referer) : undefined;
  if (!before) return false;
  return (
    before.pathname.endsWith(SEARCH_COUNTS_PATH) || countableWords(before.searchParams.get('search') ?? '') === words
  );
}

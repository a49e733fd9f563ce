import type { Href } from '#contract/pages/route-names.js';
import { searchHref, type SlugLookup } from '../../components/search/search-address';
import { JOB_SEARCH, type JobSearchState } from './search-state';

/** The canonical address of a search. @param options.href builds the addresses of the page's language */
export function jobSearchHref(state: JobSearchState, options: { href: Href; slugs: SlugLookup }): string {
  return searchHref(JOB_SEARCH, state, options);
}

import { GEO_RADII } from '#contract/search/job-search.js';
import { isWholeArea } from './search-sentence';
import type { SearchAnswer } from './search-view';

/** The value of the radius field; undefined hides it, because there is no radius around a whole country (SEARCH-04). */
export function shownRadius(
  chosen: number | undefined,
  location: SearchAnswer['location'],
  kilometres: number,
): number | undefined {
  if (isWholeArea(location)) return undefined;
  return chosen ?? GEO_RADII.find((radius) => radius >= kilometres) ?? GEO_RADII[0];
}

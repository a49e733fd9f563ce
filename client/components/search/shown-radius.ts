import { GEO_RADII } from '#contract/search/job-search.js';
import { isWholeArea } from './search-sentence';
import type { SearchAnswer } from './search-view';

/** What the radius box says; undefined: it is not shown, as around a whole country there is no radius (SEARCH-04). */
export function shownRadius(
  chosen: number | undefined,
  location: SearchAnswer['location'],
  kilometres: number,
): number | undefined {
  if (isWholeArea(location)) return undefined;
  return chosen ?? GEO_RADII.find((radius) => radius >= kilometres) ?? GEO_RADII[0];
}

import type { Translate } from '#shared/text/translator.js';
import { GEO_RADII } from '#contract/search/job-search.js';
import type { SearchState } from './search-state';
import type { SearchAnswer, SearchTexts } from './search-view';

type Location = Pick<NonNullable<SearchAnswer['location']>, 'name' | 'locationType'> | null;

/** Whole areas are searched as such; around other places a radius is searched. */
export function isWholeArea(location: Location): boolean {
  return (
    location !== null &&
    (location.locationType === 'country' || location.locationType.startsWith('administrative_area'))
  );
}

/** Describes the results in natural language: `14 organizations near Toronto`. */
export function foundSentence(
  { found }: Pick<SearchTexts, 'found'>,
  { search }: Pick<SearchState, 'search'>,
  { result_count: count, location }: Pick<SearchAnswer, 'result_count' | 'location'>,
  t: Translate,
): string {
  return t(found(sentenceKind(search, location)), { count, search, place: location?.name ?? '' });
}

/** Returns the key of the message that describes the results. */
function sentenceKind(search: string, location: Location): string {
  if (!location) return search ? 'withWords' : 'all';
  const where = isWholeArea(location) ? 'In' : 'Near';
  return search ? `withWords${where}` : where.toLowerCase();
}

/** The value of the radius field; undefined hides it, because there is no radius around a whole country (SEARCH-04). */
export function shownRadius(
  chosen: number | undefined,
  location: SearchAnswer['location'],
  kilometres: number,
): number | undefined {
  if (isWholeArea(location)) return undefined;
  return chosen ?? GEO_RADII.find((radius) => radius >= kilometres) ?? GEO_RADII[0];
}

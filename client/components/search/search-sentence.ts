import type { SearchAnswer } from './search-view';

type Location = SearchAnswer['location'];

/** Whole areas are searched in, places are searched near. */
export function isWholeArea(location: Location): boolean {
  return (
    location !== null &&
    (location.locationType === 'country' || location.locationType.startsWith('administrative_area'))
  );
}

/** Which of the messages says what was found. */
export function sentenceKind(search: string, location: Location): string {
  if (!location) return search ? 'withWords' : 'all';
  const where = isWholeArea(location) ? 'In' : 'Near';
  return search ? `withWords${where}` : where.toLowerCase();
}

import { kilometresBetween } from '../codes/circle.js';
import type { SearchArea } from '../port/search.port.js';

/**
 * How far a place is from the middle of the circle that was searched.
 *
 * @param digits of the kilometres, behind the point
 * @returns null: no circle was searched, or nobody knows where the place is
 */
export function distanceFrom(
  area: SearchArea | undefined,
  place: { lat?: number | null; lon?: number | null } | null | undefined,
  digits: 0 | 1,
): number | null {
  if (area?.kind !== 'radius' || place?.lat == null || place.lon == null) return null;
  const unit = 10 ** digits;
  return Math.round(kilometresBetween(area, { lat: place.lat, lon: place.lon }) * unit) / unit;
}

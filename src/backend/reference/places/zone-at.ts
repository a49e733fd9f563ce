import lookUp from '@photostructure/tz-lookup';
import { isTimeZone } from '#shared/time-zones/time-zone.js';

/** A position in degrees, as far as it is known. */
interface Position {
  lat?: number | null | undefined;
  lon?: number | null | undefined;
}

/**
 * The time zone in which a place lies.
 *
 * @returns a zone of the IANA database; undefined without a position, and for one that is none or lies far out at sea
 */
export function zoneAt(position: Position | undefined): string | undefined {
  const { lat, lon } = position ?? {};
  if (lat == null || lon == null || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return undefined;
  const zone = lookUp(lat, lon);
  // At sea there are only offsets, and the data may be newer than the zones that Node knows.
  return zone.startsWith('Etc/') || !isTimeZone(zone) ? undefined : zone;
}

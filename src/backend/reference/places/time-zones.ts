import lookUp from '@photostructure/tz-lookup';
import type { BackendSite } from '#contract/backend/backend.js';
import { isTimeZone, timeZoneOf } from '#shared/time-zones/time-zone.js';

/** A position in degrees, if it is known. */
interface Position {
  lat?: number | null | undefined;
  lon?: number | null | undefined;
}

/**
 * Returns the time zone of a position.
 *
 * @returns a zone of the IANA database; undefined without a position, and if it is invalid or far out at sea
 */
export function zoneAt(position: Position | undefined): string | undefined {
  const { lat, lon } = position ?? {};
  if (lat == null || lon == null || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return undefined;
  const zone = lookUp(lat, lon);
  return isLocalZone(zone) ? zone : undefined;
}

// Each site asks for the zones of all its jobs, and a check takes 0.2 ms. The data contains some 400 zones.
const localZones = new Map<string, boolean>();

/** @returns whether a zone of the data is one of a place on land, for which it must also be known to Node.js: the data may be newer */
function isLocalZone(zone: string): boolean {
  let isLocal = localZones.get(zone);
  if (isLocal === undefined) {
    isLocal = !zone.startsWith('Etc/') && isTimeZone(zone);
    localZones.set(zone, isLocal);
  }
  return isLocal;
}

/** Newer versions of Node.js have a method instead of the property. */
type LocaleWithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined };

const zonesByCountries = new Map<string, readonly string[]>();

/** @returns the zones of a site's jobs, which are those of its countries and its own, in alphabetical order */
export function zonesOfSite(site: Pick<BackendSite, 'countries' | 'timeZone'>): readonly string[] {
  const own = timeZoneOf(site);
  const key = `${own} ${site.countries.join(' ')}`;
  let zones = zonesByCountries.get(key);
  if (!zones) {
    zones = [...new Set([own, ...site.countries.flatMap(zonesOfCountry)])].sort();
    zonesByCountries.set(key, zones);
  }
  return zones;
}

function zonesOfCountry(country: string): string[] {
  const locale: LocaleWithZones = new Intl.Locale('und', { region: country });
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).filter(isTimeZone);
}

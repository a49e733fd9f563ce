import { type BackendSite } from '#contract/backend/backend.js';
import { isTimeZone, timeZoneOf } from '#shared/time-zones/time-zone.js';

/** Newer versions of Node have a function where older ones have a property. */
type LocaleWithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined };

const zonesByCountries = new Map<string, readonly string[]>();

/** @returns the zones in which a site's jobs may be, those of its countries and its own, in the order of the alphabet */
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

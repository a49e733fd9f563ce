import { findArea, nameOfArea } from '#shared/places/areas.js';
import type { PlaceRow } from '../gazetteer-rows.js';
import { cityNameIn } from './city-names.js';

const countryNames = new Map<string, Intl.DisplayNames>();

/** @param language language such as `de`; defaults to English */
export function countryNameIn(code: string, language = 'en'): string {
  let names = countryNames.get(language);
  if (!names) countryNames.set(language, (names = new Intl.DisplayNames([language], { type: 'region' })));
  return names.of(code) ?? code;
}

/** Returns the name of a first-level area. @param area its code or name @param known name of areas without translations */
export function areaNameIn(country: string, area: string, language: string | undefined, known = area): string {
  const found = area === '' ? undefined : findArea(country, area);
  return found && language ? nameOfArea(found, language) : known;
}

/** Countries in which the code of the state or province is written after a town. */
const COUNTRIES_WITH_AREA_CODES = new Set(['CA', 'US']);

/** Returns an area as written in addresses: `ON` in Canada, `England` in the United Kingdom. @param area its code or name */
export function writtenAreaIn(country: string, area: string, language: string | undefined): string {
  return COUNTRIES_WITH_AREA_CODES.has(country) && area.length === 2
    ? area
    : areaNameIn(country, area, language ?? 'en');
}

/** Returns the name of a place in a language, without its area; without a language, the gazetteer's own name. */
export function placeNameIn({ kind, name, country, area }: PlaceRow, language: string | undefined): string {
  if (language === undefined) return name;
  if (kind === 'country') return countryNameIn(country, language);
  if (kind === 'area') return areaNameIn(country, area, language, name);
  return cityNameIn(country, name, language);
}

/** Returns an unambiguous label: `London, Ontario, Canada`. */
export function placeLabelIn(place: PlaceRow, language: string | undefined): string {
  const { kind, country, area, area_name } = place;
  const name = placeNameIn(place, language);
  const areaName = areaNameIn(country, area, language, area_name);
  const countryName = language === undefined ? place.country_name : countryNameIn(country, language);
  const parts = kind === 'country' ? [name] : kind === 'area' ? [name, countryName] : [name, areaName, countryName];
  return [...new Set(parts.filter((part) => part !== ''))].join(', ');
}

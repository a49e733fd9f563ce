import { findArea, nameOfArea } from '#shared/places/areas.js';
import type { PlaceRow } from '../gazetteer-rows.js';
import { cityNameIn } from './city-names.js';

const countryNames = new Map<string, Intl.DisplayNames>();

/** @param language `de`; English where it is missing */
export function countryNameIn(code: string, language = 'en'): string {
  let names = countryNames.get(language);
  if (!names) countryNames.set(language, (names = new Intl.DisplayNames([language], { type: 'region' })));
  return names.of(code) ?? code;
}

/** A first-level area in a language. @param area its code, else its name; `known`: what it is called where it is none of those with names */
export function areaNameIn(country: string, area: string, language: string | undefined, known = area): string {
  const found = area === '' ? undefined : findArea(country, area);
  return found && language ? nameOfArea(found, language) : known;
}

/** People there write the code of a state or province behind a town. */
const COUNTRIES_WITH_AREA_CODES = new Set(['CA', 'US']);

/** An area as people write it in an address: `ON` in Canada, `England` in the United Kingdom. @param area its code, else its name */
export function writtenAreaIn(country: string, area: string, language: string | undefined): string {
  return COUNTRIES_WITH_AREA_CODES.has(country) && area.length === 2
    ? area
    : areaNameIn(country, area, language ?? 'en');
}

/** What a language calls a place itself, without where it lies; without a language, what the gazetteer does. */
export function placeNameIn({ kind, name, country, area }: PlaceRow, language: string | undefined): string {
  if (language === undefined) return name;
  if (kind === 'country') return countryNameIn(country, language);
  if (kind === 'area') return areaNameIn(country, area, language, name);
  return cityNameIn(country, name, language);
}

/** `London, Ontario, Canada`: enough to tell a place from others. */
export function placeLabelIn(place: PlaceRow, language: string | undefined): string {
  const { kind, country, area, area_name } = place;
  const name = placeNameIn(place, language);
  const areaName = areaNameIn(country, area, language, area_name);
  const countryName = language === undefined ? place.country_name : countryNameIn(country, language);
  const parts = kind === 'country' ? [name] : kind === 'area' ? [name, countryName] : [name, areaName, countryName];
  return [...new Set(parts.filter((part) => part !== ''))].join(', ');
}

import { AREAS, findArea, nameOfArea } from './areas.js';

/** An area that may be part of a postal address. */
export interface ListedArea {
  /** Stored and searched value: the code in local use, otherwise the name. */
  code: string;
  /** Name in the language of the page. */
  name: string;
}

/**
 * Territories of the United States have postal codes like states (USPS Publication 28), but ISO 3166-1 and the gazetteer list them as
 * countries.
 */
const US_TERRITORIES = ['AS', 'GU', 'MP', 'PR', 'VI'];

/**
 * @param language such as `de`
 * @returns the first-level areas (provinces, states …), sorted by name; empty for a country whose areas are unknown
 */
export function areasOfCountry(country: string, language: string): ListedArea[] {
  const areas = AREAS.filter((area) => area.country === country).map((area) => ({
    code: area.code,
    name: nameOfArea(area, language),
  }));
  if (country === 'US') {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    areas.push(...US_TERRITORIES.map((code) => ({ code, name: names.of(code) ?? code })));
  }
  return areas.sort((one, other) => one.name.localeCompare(other.name, language));
}

/** @param typed a code or name in any spelling @returns the code of a known area; other input unchanged */
export function areaCode(country: string, typed: string): string {
  return findArea(country, typed)?.code ?? typed;
}

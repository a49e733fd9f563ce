import { AREAS, findArea, nameOfArea } from './areas.js';

/** An area that addresses may name. */
export interface ListedArea {
  /** As it is stored and searched: the code that people there write, else the name. */
  code: string;
  /** In the language of the page. */
  name: string;
}

/** Territories of the United States have postal codes like states (USPS Publication 28), but are countries in the gazetteer (ISO 3166-1). */
const US_TERRITORIES = ['AS', 'GU', 'MP', 'PR', 'VI'];

/**
 * @param language `de`
 * @returns the provinces, states or other areas of the first level, by name; empty for a country whose areas are not known
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

/** @param typed a code or a name, in whatever spelling @returns the code of an area that is known; anything else as it was typed */
export function areaCode(country: string, typed: string): string {
  return findArea(country, typed)?.code ?? typed;
}

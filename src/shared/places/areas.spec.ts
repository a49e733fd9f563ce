import { areaCode, areasOfCountry } from './areas.js';

describe('areas of a country', () => {
  it.each([
    ['CA', 13],
    ['US', 56],
    ['DE', 16],
    ['GB', 4],
    ['LU', 0],
  ])('lists those of %s', (country, count) => {
    expect(areasOfCountry(country, 'en')).toHaveLength(count);
  });

  it('lists names in the language of the page, and codes as they are stored', () => {
    expect(areasOfCountry('CA', 'fr')).toContainEqual({ code: 'BC', name: 'Colombie-Britannique' });
    expect(areasOfCountry('US', 'en')).toContainEqual({ code: 'PR', name: 'Puerto Rico' });
    const names = areasOfCountry('CA', 'fr').map(({ name }) => name);
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'fr')));
  });

  it.each([
    ['CA', 'Ontario', 'ON'],
    ['CA', 'québec', 'QC'],
    ['CA', 'on', 'ON'],
    ['DE', 'Bayern', 'BY'],
    ['CA', 'Somewhere', 'Somewhere'],
    ['LU', 'Esch', 'Esch'],
  ])('in %s, “%s” is %s', (country, typed, code) => {
    expect(areaCode(country, typed)).toBe(code);
  });
});

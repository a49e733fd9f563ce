import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Gazetteer } from '../../reference/places/gazetteer.js';
import type { Places } from '../../reference/places/places.port.js';
import { countryCodes } from '#shared/places/country-codes.js';
import { locate } from './search-location.js';

const DEFAULT_SITE = ['GB', 'US', 'CA', 'IE', 'DE', 'FR'];

let test: TestDatabase;
let gazetteer: Gazetteer;

beforeAll(async () => {
  test = await createTestDatabase();
  gazetteer = new Gazetteer(test.database);
});
afterAll(() => test.close());

const named = async (input: Parameters<typeof locate>[1], language = 'en') => {
  const found = await locate(gazetteer, { preferCountries: DEFAULT_SITE, ...input }, language);
  return found && { name: found.location.name, label: found.location.label };
};

describe('the name of a place that is searched', () => {
  it.each([
    ['London', 'London'],
    ['London, ON', 'London, ON'],
    ['Hamilton, ON', 'Hamilton'],
    ['Portland, ME', 'Portland, ME'],
    ['Frankfurt (Oder)', 'Frankfurt (Oder)'],
    ['Ontario', 'Ontario'],
    ['10001', '10001 (New York)'],
    ['SW1A 1AA', 'SW1A 1AA (London)'],
  ])('for %s is %s', async (label, name) => {
    expect((await named({ label }))?.name).toBe(name);
  });

  it('has no area on a site on which the name alone is unambiguous', async () => {
    expect((await named({ label: 'London', preferCountries: ['CA'] }))?.name).toBe('London');
  });

  it('is searched first in the existing countries of a request, of which there are not too many', async () => {
    const preferred: (readonly string[] | undefined)[] = [];
    const places: Places = {
      resolve: (_text, { prefer }) => {
        preferred.push(prefer);
        return Promise.resolve([]);
      },
      suggest: () => Promise.resolve([]),
      namesOfArea: () => Promise.resolve([]),
      nearest: () => Promise.resolve(undefined),
    };
    await locate(places, { label: 'London', preferCountries: ['CA', 'ZZ', 'CA', 'Canada', 'GB'] });
    await locate(places, { label: 'London', preferCountries: [...countryCodes(), ...countryCodes()] });
    expect(preferred).toEqual([['CA', 'GB'], countryCodes().slice(0, 50)]);
  });

  it('is in the language of the page, even if the place was picked in another language', async () => {
    expect(await named({ label: 'Wien' }, 'de')).toEqual({ name: 'Wien', label: 'Wien, Österreich' });
    const { lat, lon } = (await gazetteer.resolve('Wien', {}, 1))[0]!;
    const picked = { label: 'Wien, Österreich', country: 'AT', lat, lon };
    // There is a Vienna in Virginia, and a Vienne in France.
    expect(await named(picked, 'en')).toEqual({ name: 'Vienna, Austria', label: 'Vienna, Austria' });
    expect(await named({ ...picked, preferCountries: ['AT'] }, 'en')).toMatchObject({ name: 'Vienna' });
    expect(await named(picked, 'fr')).toEqual({ name: 'Vienne, Autriche', label: 'Vienne, Autriche' });
    const code = { label: '10115, Berlin, Germany', country: 'DE', lat: 52.53, lon: 13.38 };
    expect((await named(code, 'de'))?.name).toBe('10115 (Berlin)');
  });

  it('is in the language of the page for a whole area or country', async () => {
    const bavaria = { country: 'DE', administrativeArea: 'BY', locationType: 'administrative_area_level_1' } as const;
    expect(await named(bavaria, 'fr')).toEqual({ name: 'Bavière', label: 'Bavière, Allemagne' });
    expect(await named({ country: 'AT', locationType: 'country' }, 'de')).toEqual({
      name: 'Österreich',
      label: 'Österreich',
    });
  });
});

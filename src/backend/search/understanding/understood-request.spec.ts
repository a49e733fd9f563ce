import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Gazetteer } from '../../reference/places/gazetteer.js';
import { seedTerms } from '../../reference/prepare-database.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { Thesaurus } from '../thesaurus/thesaurus.js';
import { TownNames } from './read-place.js';
import { QueryUnderstanding } from './understood-request.js';

const SITES = {
  default: ['GB', 'US', 'CA', 'IE', 'DE', 'FR'],
  europe: ['DE', 'FR', 'AT', 'CH', 'BE', 'LU', 'IE', 'GB'],
  uk: ['GB'],
  canada: ['CA'],
};

let test: TestDatabase;
let terms: TermCatalog;
let understanding: QueryUnderstanding;

beforeAll(async () => {
  test = await createTestDatabase();
  terms = await seedTerms(test.database);
  understanding = new QueryUnderstanding(new Gazetteer(test.database), terms, new Thesaurus());
});
afterAll(() => test.close());

/** Returns the recognized place; undefined if there is none. */
async function placeIn(
  keys: string,
  site: keyof typeof SITES,
  { language = 'en', preferCountries }: { language?: string; preferCountries?: string[] } = {},
  by = understanding,
): Promise<string | undefined> {
  const args = { index_id: 'jobs', fulltext: { keys: [keys], understand: true }, geoLocation: { preferCountries } };
  const context = {
    language,
    locale: language,
    site: { name: site, languages: [language], countries: SITES[site], currencies: [], demo: 'international' as const },
  };
  return (await by.read(args, context))?.understanding.phrases.find(({ kind }) => kind === 'place')?.value;
}

describe('places of the gazetteer in the words of a search', () => {
  it.each<[typed: string, site: keyof typeof SITES, language: string]>([
    ['formation en ligne', 'europe', 'fr'],
    ['emploi en mer', 'europe', 'fr'],
    ['travail en change management', 'europe', 'fr'],
    ['career in law', 'uk', 'en'],
    ['career in mobile developer', 'default', 'en'],
    ['work in media', 'default', 'en'],
    ['jobs in justice', 'default', 'en'],
    ['career in early childhood education', 'default', 'en'],
    ['jobs in grant writing', 'default', 'en'],
    ['dog walker', 'default', 'en'],
    ['wedding planner in training', 'default', 'en'],
    ['career in B2 German', 'uk', 'en'],
    ['internship in 2026', 'europe', 'en'],
    ['nurse OR', 'default', 'en'],
    ['physician MD', 'default', 'en'],
    ['receptionist PA', 'default', 'en'],
    ['technician CT', 'default', 'en'],
    ['teacher PE', 'canada', 'en'],
    ['Berater SAP BW', 'europe', 'de'],
    ['Fahrer BE', 'europe', 'de'],
    ['nurse not in london', 'uk', 'en'],
    ['Lehrer nicht Berlin', 'europe', 'de'],
  ])('%s on %s has none', async (typed, site, language) => {
    expect(await placeIn(typed, site, { language })).toBeUndefined();
  });

  it.each<[typed: string, place: string, site: keyof typeof SITES, language: string]>([
    ['jobs in Reading', 'Reading', 'uk', 'en'],
    ['Jobs in Essen', 'Essen', 'europe', 'de'],
    ['emploi à Nice', 'Nice', 'europe', 'fr'],
    ['warden in Ambleside', 'Ambleside', 'uk', 'en'],
    ['nurse near 10001 nights', '10001', 'default', 'en'],
    ['nurse in Media, PA', 'Media, PA', 'default', 'en'],
    ['nurse Hamilton ON', 'Hamilton ON', 'canada', 'en'],
    ['nurse New Orleans LA', 'New Orleans LA', 'default', 'en'],
    ['nurse in ON', 'ON', 'canada', 'en'],
    ['actor LA', 'LA', 'default', 'en'],
    ['nurse GTA', 'GTA', 'canada', 'en'],
    ['nurse UK', 'UK', 'default', 'en'],
  ])('%s has %s on %s', async (typed, place, site, language) => {
    expect(await placeIn(typed, site, { language })).toBe(place);
  });
});

describe('names of well-known places', () => {
  it('are read once for each existing country, however requests combine countries', async () => {
    const read: string[] = [];
    class CountedGazetteer extends Gazetteer {
      override wellKnownNames(country: string) {
        read.push(country);
        return Promise.resolve([]);
      }
    }
    const counted = new QueryUnderstanding(new CountedGazetteer(test.database), terms, new Thesaurus());
    for (let list = 0; list < 100; list++) {
      const preferCountries = SITES.europe.flatMap((code, at) => (((list + 100) >> at) % 2 === 1 ? [code, code] : []));
      await placeIn('nurse london', 'uk', { preferCountries: [`X${list}`, ...preferCountries] }, counted);
    }
    expect(read.sort()).toEqual([...SITES.europe].sort());
  });

  it('are read again if that failed', async () => {
    let attempts = 0;
    const names = new TownNames({
      wellKnownNames: () =>
        ++attempts === 1
          ? Promise.reject(new Error('no connection'))
          : Promise.resolve([{ name: 'a', kinds: ['city'] }]),
    });
    await expect(names.of(['CA'])).rejects.toThrow('no connection');
    expect((await names.of(['CA'])).kindsOf('a')).toEqual(['city']);
  });
});

describe('pay in another currency than the site’s', () => {
  it('[SEARCH-09] is converted with the exchange rates of the operator', async () => {
    const site = { name: 'europe', languages: ['en'], countries: ['DE'], currencies: ['EUR'], demo: 'europe' as const };
    const args = { index_id: 'jobs', fulltext: { keys: ['nurse £40k'], understand: true } };
    const amount = async (rates?: Record<string, number>) => {
      const by = new QueryUnderstanding(new Gazetteer(test.database), terms, new Thesaurus(), rates);
      const read = await by.read(args, { language: 'en', locale: 'en', site });
      return Number(read?.understanding.phrases.find(({ kind }) => kind === 'pay')?.value);
    };
    expect(await amount({ EUR: 1, GBP: 0.5 })).toBe(80_000);
    expect(await amount()).toBeLessThan(60_000);
  });
});

import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Gazetteer } from './gazetteer.js';
import { citiesWithOtherNames } from './gazetteer-rows.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import { postalTowns } from './postal/postal-codes.js';

let test: TestDatabase;
let gazetteer: Gazetteer;

beforeAll(async () => {
  test = await createTestDatabase();
  gazetteer = new Gazetteer(test.database);
});
afterAll(() => test.close());

describe('Gazetteer', () => {
  it.each([
    ['Toronto, ON', ['CA'], 'Toronto, Ontario, Canada', 'city'],
    ['toronto ontario', ['CA'], 'Toronto, Ontario, Canada', 'city'],
    ['Toronto, Ontario, Canada', [], 'Toronto, Ontario, Canada', 'city'],
    ['TORONTO ON CANADA', [], 'Toronto, Ontario, Canada', 'city'],
    ['Toronto, Yorkville', [], 'Toronto, Ontario, Canada', 'city'],
    ['Montréal', ['CA'], 'Montréal, Quebec, Canada', 'city'],
    ['montreal', [], 'Montréal, Quebec, Canada', 'city'],
    ['Köln', [], 'Köln, North Rhine-Westphalia, Germany', 'city'],
    ['Koeln', [], 'Köln, North Rhine-Westphalia, Germany', 'city'],
    ['Cologne', ['DE'], 'Köln, North Rhine-Westphalia, Germany', 'city'],
    ['München', [], 'Munich, Bavaria, Germany', 'city'],
    ['Wien', [], 'Vienna, Austria', 'city'],
    ['Genf', [], 'Genève, Geneva, Switzerland', 'city'],
    ['Berlin', [], 'Berlin, Germany', 'city'],
    ['London', ['CA'], 'London, Ontario, Canada', 'city'],
    ['London', ['GB'], 'London, England, United Kingdom', 'city'],
    ['London', [], 'London, England, United Kingdom', 'city'],
    ["St. John's", ['CA'], "St. John's, Newfoundland and Labrador, Canada", 'city'],
    ['st johns', ['CA'], "St. John's, Newfoundland and Labrador, Canada", 'city'],
    ['Canada', [], 'Canada', 'country'],
    ['Deutschland', [], 'Germany', 'country'],
    ['Allemagne', [], 'Germany', 'country'],
    ['UK', [], 'United Kingdom', 'country'],
    ['Ontario', ['CA'], 'Ontario, Canada', 'area'],
    ['ON', ['CA'], 'Ontario, Canada', 'area'],
    ['Bayern', ['DE'], 'Bavaria, Germany', 'area'],
    ['Colombie-Britannique', ['CA'], 'British Columbia, Canada', 'area'],
    ['M5G 2C2', ['CA'], 'M5G 2C2, Toronto, Ontario, Canada', 'postal-code'],
    ['m5g2c2', ['CA'], 'M5G 2C2, Toronto, Ontario, Canada', 'postal-code'],
    ['H2X', ['CA'], 'H2X, Montréal, Quebec, Canada', 'postal-code'],
    ['SW1A 1AA', ['GB'], 'SW1A 1AA, London, England, United Kingdom', 'postal-code'],
    ['50667', ['DE'], '50667, Köln, North Rhine-Westphalia, Germany', 'postal-code'],
    ['Frankfurt (Oder), Brandenburg', ['DE'], 'Frankfurt (Oder), Brandenburg, Germany', 'city'],
    ['Halle (Saale)', ['DE'], 'Halle (Saale), Saxony-Anhalt, Germany', 'city'],
    ['Toronto (Ontario)', ['CA'], 'Toronto, Ontario, Canada', 'city'],
    ['Tornoto', ['CA'], 'Toronto, Ontario, Canada', 'city'],
    ['Vancuver, BC', ['CA'], 'Vancouver, British Columbia, Canada', 'city'],
    ['Montrael', ['CA'], 'Montréal, Quebec, Canada', 'city'],
  ])('understands %s near %j', async (text, prefer, label, kind) => {
    const [best] = await gazetteer.resolve(text, { prefer }, 5);
    expect(best).toMatchObject({ label, kind });
  });

  it.each([
    ['Wien', 'de', 'Wien, Österreich'],
    ['Vienna', 'fr', 'Vienne, Autriche'],
    ['München', 'de', 'München, Bayern, Deutschland'],
    ['München', 'en', 'Munich, Bavaria, Germany'],
    ['Munich', 'fr', 'Munich, Bavière, Allemagne'],
    ['Brüssel', 'fr', 'Bruxelles, Belgique'],
    ['Bruxelles', 'de', 'Brüssel, Belgien'],
    ['Köln', 'en', 'Cologne, North Rhine-Westphalia, Germany'],
    ['Genf', 'en', 'Geneva, Switzerland'],
    ['Florenz', 'fr', 'Florence, Italie'],
    ['Lugano', 'de', 'Lugano, Tessin, Schweiz'],
    ['Galway', 'de', 'Galway, Connacht, Irland'],
    ['Toronto', 'fr', 'Toronto, Ontario, Canada'],
    ['Quebec City', 'en', 'Quebec City, Quebec, Canada'],
    ['New York', 'de', 'New York, Vereinigte Staaten'],
    ['Bayern', 'fr', 'Bavière, Allemagne'],
    ['Allemagne', 'de', 'Deutschland'],
  ])('names %s in the language %s', async (text, language, label) => {
    const [best] = await gazetteer.resolve(text, { prefer: ['DE', 'IE'], language }, 1);
    expect(best?.label).toBe(label);
    const suggested = await gazetteer.suggest(label, { prefer: ['DE', 'IE'], language }, 1);
    expect(suggested[0]?.label).toBe(label);
  });

  it('finds the towns of a postal code in all possible countries, with their names', async () => {
    const places = await gazetteer.resolve('10001', { prefer: ['US', 'DE', 'FR'], language: 'en' }, 5);
    expect(places.map(({ label, name }) => [label, name])).toEqual([
      ['10001, New York, United States', '10001 (New York)'],
      ['10001, Berlin, Germany', '10001 (Berlin)'],
      ['10001, Troyes, Grand Est, France', '10001 (Troyes)'],
    ]);
    const suggested = await gazetteer.suggest('10001', { prefer: ['US', 'DE'], language: 'de' }, 5);
    expect(suggested.map(({ label }) => label)).toEqual([
      '10001, New York, Vereinigte Staaten',
      '10001, Berlin, Deutschland',
    ]);
    expect(await gazetteer.resolve('00000', { prefer: ['US', 'DE', 'FR', 'AT'] }, 5)).toEqual([]);
  });

  it.each([
    ['1010', ['DE', 'AT', 'CH'], ['Wien, Österreich', 'Lausanne, Waadt, Schweiz']],
    ['CH-8001', ['DE', 'AT', 'CH'], ['Zürich, Schweiz']],
    ['75011', ['FR'], ['Paris, Île-de-France, Frankreich']],
    ['10001-1234', ['US'], ['New York, Vereinigte Staaten']],
  ])('knows %s in %j', async (code, prefer, towns) => {
    const places = await gazetteer.resolve(code, { prefer, language: 'de' }, 5);
    expect(places.map(({ label }) => label.split(', ').slice(1).join(', '))).toEqual(towns);
  });

  it('contains every town of the postal codes, and every city with other names', async () => {
    const { rows } = await sql<{ country: string; name: string; folded: string }>`
      select country, name, folded from place join place_name on place_name.place_id = place.id where kind = 'city'
    `.execute(test.database);
    const names = new Set(rows.flatMap(({ country, name, folded }) => [`${country} ${name}`, `${country} ${folded}`]));
    const towns = postalTowns().map(({ country, city }) => `${country} ${foldPlaceName(city.split(', ')[0]!)}`);
    const cities = citiesWithOtherNames().map(({ country, name }) => `${country} ${name}`);
    expect([...towns, ...cities].filter((known) => !names.has(known))).toEqual([]);
  });

  it.each([
    'nowhereville xyz',
    '',
    '  ',
    ',,,',
    '99999',
    '\u0000',
    '!!!',
    'x'.repeat(10_000),
    "'; drop table place; --",
  ])('does not know %j', async (text) => {
    await expect(gazetteer.resolve(text, { prefer: ['CA'] }, 5)).resolves.toEqual([]);
  });

  it('offers other places with the same name', async () => {
    const labels = (await gazetteer.resolve('London', { prefer: ['CA'] }, 4)).map(({ label }) => label);
    expect(labels).toContain('London, England, United Kingdom');
    expect(labels).toHaveLength(4);
  });

  it('stays within countries', async () => {
    const places = await gazetteer.resolve('London', { within: ['GB'] }, 5);
    expect(places.map(({ country }) => country)).toEqual(['GB']);
    await expect(gazetteer.resolve('Köln', { within: ['CA'] }, 5)).resolves.toEqual([]);
  });

  it('suggests by prefixes', async () => {
    const labels = (await gazetteer.suggest('toro', { prefer: ['CA'] }, 5)).map(({ label }) => label);
    expect(labels[0]).toBe('Toronto, Ontario, Canada');
    const german = await gazetteer.suggest('mün', { within: ['DE'] }, 5);
    expect(german.map(({ label }) => label)).toContain('Munich, Bavaria, Germany');
  });

  it.each([
    ['Georgia', 'Georgia, United States'],
    ['London', 'London, Ontario, Canada'],
    ['london, england', 'London, England, United Kingdom'],
    ['Toronto Ontario', 'Toronto, Ontario, Canada'],
    ['Torontoo', 'Toronto, Ontario, Canada'],
    ['M5V 2T6', 'M5V 2T6, Toronto, Ontario, Canada'],
  ])('suggests for %j first %j', async (text, label) => {
    const [first] = await gazetteer.suggest(text, { prefer: ['CA'] }, 5);
    expect(first?.label).toBe(label);
  });

  it('suggests exact matches once, and before prefix matches', async () => {
    const places = await gazetteer.suggest('York', { prefer: ['GB'] }, 10);
    expect(places[0]?.label).toBe('York, England, United Kingdom');
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
    expect(places.length).toBeGreaterThan(1);
  });

  it('caches lookups, but none whose lists of countries take much memory', async () => {
    let statements = 0;
    const counted = new Gazetteer(
      test.database.withPlugin({
        transformQuery({ node }) {
          statements++;
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
    );
    const statementsOf = async (countries: readonly string[]): Promise<number[]> => {
      const taken: number[] = [];
      for (let attempt = 0; attempt < 2; attempt++) {
        const before = statements;
        await counted.resolve('York', { prefer: countries }, 5);
        await counted.suggest('York', { prefer: countries }, 5);
        taken.push(statements - before);
      }
      return taken;
    };
    expect(await statementsOf(['GB', 'CA'])).toEqual([2, 0]);
    expect(await statementsOf(Array.from({ length: 1000 }, (_, at) => `X${at}`))).toEqual([2, 2]);
  });

  it('knows all names of an area', async () => {
    expect(await gazetteer.namesOfArea('DE', 'Bavaria')).toEqual(expect.arrayContaining(['by', 'bayern', 'bavaria']));
    expect(await gazetteer.namesOfArea('XX', 'Nowhere')).toEqual(['nowhere']);
  });

  it('finds the city nearest to a point', async () => {
    await expect(gazetteer.nearest(43.65, -79.38)).resolves.toMatchObject({ country: 'CA', area: 'ON' });
    await expect(gazetteer.nearest(0, -140)).resolves.toBeUndefined();
  });
});

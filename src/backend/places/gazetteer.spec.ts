import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { Gazetteer } from './gazetteer.js';

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
    ['Tornoto', ['CA'], 'Toronto, Ontario, Canada', 'city'],
    ['Vancuver, BC', ['CA'], 'Vancouver, British Columbia, Canada', 'city'],
    ['Montrael', ['CA'], 'Montréal, Quebec, Canada', 'city'],
  ])('understands %s near %j', async (text, prefer, label, kind) => {
    const [best] = await gazetteer.resolve(text, { prefer }, 5);
    expect(best).toMatchObject({ label, kind });
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

  it('offers other places of the name', async () => {
    const labels = (await gazetteer.resolve('London', { prefer: ['CA'] }, 4)).map(({ label }) => label);
    expect(labels).toContain('London, England, United Kingdom');
    expect(labels).toHaveLength(4);
  });

  it('stays within countries', async () => {
    const places = await gazetteer.resolve('London', { within: ['GB'] }, 5);
    expect(places.map(({ country }) => country)).toEqual(['GB']);
    await expect(gazetteer.resolve('Köln', { within: ['CA'] }, 5)).resolves.toEqual([]);
  });

  it('suggests by beginnings', async () => {
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

  it('suggests what is called so once, and before what only begins so', async () => {
    const places = await gazetteer.suggest('York', { prefer: ['GB'] }, 10);
    expect(places[0]?.label).toBe('York, England, United Kingdom');
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
    expect(places.length).toBeGreaterThan(1);
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

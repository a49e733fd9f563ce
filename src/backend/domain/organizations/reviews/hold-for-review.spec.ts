import { mock } from 'node:test';
import fc from 'fast-check';
import { createTestDatabase } from '../../../../../test/support/database.js';
import { loadSimilarNames, SimilarNames } from './hold-for-review.js';

const NAMES = [
  'Canadian Red Cross',
  'Harbour Hands',
  'Café du Cœur',
  'IBM',
  'Moms Inc.',
  'O’Neill Shelter',
  'Scouts Group 12',
];
const known = new SimilarNames(NAMES.map((name) => ({ name })));
const found = (name: string) => known.find(name).map((each) => each.name);

describe('similar names of organizations', () => {
  it.each([
    ['Canadian Red Cross', 'Canadian Red Cross'],
    ['CANADIAN RED CROSS', 'Canadian Red Cross'],
    ['canadian-red cross!', 'Canadian Red Cross'],
    ['The Canadian Red Cross Foundation, Inc.', 'Canadian Red Cross'],
    ['Canadian Red Cross LTD', 'Canadian Red Cross'],
    ['Canadian Red Cross e.V.', 'Canadian Red Cross'],
    ['Canadian Red Crosss', 'Canadian Red Cross'],
    ['Canadien Red Crоss', 'Canadian Red Cross'],
    // Cyrillic а, е, о and с, and Greek capitals.
    ['Саnаdіаn Rеd Сrоss', 'Canadian Red Cross'],
    ['ΗΑRΒΟUR ΗΑΝDS', 'Harbour Hands'],
    ['Ｈａｒｂｏｕｒ Ｈａｎｄｓ', 'Harbour Hands'],
    ['Harb\u200bour Hands', 'Harbour Hands'],
    ['Harbor Hands', 'Harbour Hands'],
    ['Cafe du Coeur', 'Café du Cœur'],
    ['lBM', 'IBM'],
    ['ibm', 'IBM'],
    ['MOMS', 'Moms Inc.'],
    ['Rnorns', 'Moms Inc.'],
    ["O'Neill Shelter", 'O’Neill Shelter'],
    ['Harb0ur Hands', 'Harbour Hands'],
    ['Scout Group 12', 'Scouts Group 12'],
  ])('%s', (name, other) => {
    expect(found(name)).toEqual([other]);
  });

  it.each(['Canadian Blue Cross', 'Harbour House', 'IBN', 'Scouts Group 13', 'Red Cross', '', '!', 'Ltd'])(
    'not %s',
    (name) => {
      expect(found(name)).toEqual([]);
    },
  );

  it('a name is similar to itself, whatever it is, in capitals and with a legal form', () => {
    // No legal form begins with q, so that a word is left besides them.
    const name = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => `q${text}`);
    fc.assert(
      fc.property(name, (text) => {
        const one = new SimilarNames([{ name: text }]);
        expect([one.find(text).length, one.find(` ${text} Ltd.`).length]).toEqual([1, 1]);
      }),
    );
  });
});

it('the names of a site are converted once, and again only if they change', async () => {
  const made = await createTestDatabase();
  const { database } = made;
  const values = Array.from({ length: 5 }, (_none, index) => {
    const name = `Shelter number ${index}`;
    return {
      site: 'looks',
      slug: name,
      name,
      language: 'en',
      source: 'test',
      source_key: name,
      featured: false,
      benefit_tids: [],
    };
  });
  await database.insertInto('organization').values(values).execute();
  const normalize = mock.method(String.prototype, 'normalize');
  const converted = async () => {
    normalize.mock.resetCalls();
    const names = await loadSimilarNames(database, 'looks');
    const count = normalize.mock.calls.filter((call) => call.arguments[0] === 'NFKC').length;
    return { count, found: names.find('Sheltre number 3').length };
  };
  expect(await converted()).toEqual({ count: 5, found: 1 });
  expect(await converted()).toEqual({ count: 0, found: 1 });
  await database.updateTable('organization').set({ name: 'Harbour' }).where('name', '=', 'Shelter number 3').execute();
  expect(await converted()).toEqual({ count: 1, found: 0 });
  normalize.mock.restore();
  await made.close();
});

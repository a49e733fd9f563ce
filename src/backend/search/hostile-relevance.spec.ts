import fc from 'fast-check';
import { createTestIndex, type TestIndex } from '../../../test/support/search-index/job-index.js';

let index: TestIndex;
beforeAll(async () => {
  index = await createTestIndex();
  const hours = (count: number): Date => new Date(Date.UTC(2026, 9, 1) - count * 3_600_000);
  // Newest first, so that none of the expected orders is the order by date.
  await index.add([
    { title: 'Casino Host', description: `<p>${'nurse '.repeat(200)}</p>`, published: hours(1) },
    { title: 'Nurse Nurse Nurse Nurse Nurse – apply now nurse', published: hours(2) },
    { title: 'Nurse', published: hours(3) },
    { title: 'Pflegefachkraft gesucht', language: 'en', description: '<p>Wir suchen dich.</p>', published: hours(4) },
  ]);
  await index.search.settle();
});
afterAll(() => index.close());

describe('adverts that try to manipulate the ranking', () => {
  it('gain nothing from repeating a word', async () => {
    expect(await index.titles('nurse', { language: ['en'] })).toEqual([
      'Nurse',
      'Nurse Nurse Nurse Nurse Nurse – apply now nurse',
      'Casino Host',
    ]);
  });

  it('are found by their words if their declared language is wrong', async () => {
    expect(await index.titles('Pflegefachkraft gesucht')).toEqual(['Pflegefachkraft gesucht']);
  });
});

describe('hostile search texts', () => {
  const HOSTILE = [
    '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.repeat(300),
    'a'.repeat(10_000),
    'nurse '.repeat(2000),
    '"nurse '.repeat(1000),
    '-nurse '.repeat(1000),
    'n* '.repeat(1000),
    'пflеgе 看護師 ممرضة नर्स nurse '.repeat(100),
    '\u0000\u202E\uFEFF\uD800nurse\u0301\u0301\u0301',
    "'); drop table search_job; --",
    "\\' & ! <-> :* '~nurse'",
    '=nurse !nurse ~nurse .nurse @nurse _nurse',
  ];

  it.each(HOSTILE.map((text) => [text.slice(0, 40), text]))('are answered: %j', async (_, text) => {
    const { total } = await index.find({ fulltext: { keys: [text] } });
    expect(total).toBeLessThanOrEqual(4);
  });

  it('are answered, whatever they contain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
        const { total } = await index.find({ fulltext: { keys: [text] } });
        expect(total).toBeLessThanOrEqual(4);
      }),
      { numRuns: 60 },
    );
  });
});

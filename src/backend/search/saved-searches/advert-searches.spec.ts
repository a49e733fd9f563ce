import type { ConditionInput } from '#contract/generated/resolvers.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { createTestIndex, NOW, SITE, type TestIndex } from '../../../../test/support/search-index/job-index.js';

const DAY = 86_400_000;
const site: BackendSite = {
  name: SITE,
  languages: ['en', 'de'],
  countries: ['CA'],
  currencies: ['CAD'],
  demo: 'canada',
};

let index: TestIndex;
let ids: string[];
beforeAll(async () => {
  index = await createTestIndex();
  ids = await index.add([
    {
      title: 'Paid well',
      pay: { amount: 60_000, currency: 'EUR', unit: 'YEAR' },
      published: new Date(NOW.getTime() - 10 * DAY),
    },
    {
      title: 'Paid by the hour',
      description: '<p>You work 20 hours per week.</p>',
      pay: { amount: 50, currency: 'CAD', unit: 'HOUR' },
      closes: new Date(NOW.getTime() + 3 * DAY),
      published: new Date(NOW.getTime() - DAY),
    },
    { title: 'Ohne Angabe', language: 'de', published: new Date(NOW.getTime() - DAY) },
  ]);
});
afterAll(() => index.close());

const search = (...conditions: ConditionInput[]) => ({ language: [], condition_group: { conditions } });

describe('[SEARCH-09] a saved search by pay, date, language and closing date', () => {
  it.each<[string, ConditionInput, string[]]>([
    ['pay in another currency', { name: 'pay', value: '80000' }, ['Paid well']],
    ['pay by the hour, over the stated hours', { name: 'pay', value: '52000' }, ['Paid by the hour', 'Paid well']],
    ['more than the stated hours pay', { name: 'pay', value: '52001' }, ['Paid well']],
    ['date', { name: 'published', value: '7' }, ['Ohne Angabe', 'Paid by the hour']],
    ['language', { name: 'language', value: 'de' }, ['Ohne Angabe']],
    ['end', { name: 'closing', value: '7' }, ['Paid by the hour']],
    ['end, too late', { name: 'closing', value: '2' }, []],
  ])('finds new jobs by %s', async (_, condition, titles) => {
    const { job } = index.search.savedSearches;
    const saved = await job.save(search(condition), SITE);
    const find = await job.among(ids.map(Number));
    const found = await find(saved, SITE);
    const byId = new Map(ids.map((id, at) => [Number(id), ['Paid well', 'Paid by the hour', 'Ohne Angabe'][at]!]));
    expect(found.map((id) => byId.get(id)).sort()).toEqual(titles);
  });

  it('does not compare pay if the site has no currency', async () => {
    const { job } = index.search.savedSearches;
    const find = await job.among(ids.map(Number));
    expect(await find(search({ name: 'pay', value: '1' }), 'elsewhere')).toEqual([]);
  });

  it.each([
    ['en', 'At least CA$80,000 a year · Last 7 days · German · Closing within a day'],
    ['de', 'Ab 80.000\u00a0CA$ pro Jahr · Letzte 7 Tage · Deutsch · Endet innerhalb eines Tages'],
    ['fr', 'Au moins 80\u202f000\u00a0$CA par an · 7 derniers jours · Allemand · Se termine d’ici un jour'],
  ])('is described in %s', async (language, summary) => {
    const conditions = [
      { name: 'pay', value: '80000' },
      { name: 'published', value: '7' },
      { name: 'language', value: 'de' },
      { name: 'closing', value: '1' },
    ];
    expect(await index.search.savedSearches.job.describe(search(...conditions), site, language)).toBe(summary);
  });

  it.each<[ConditionInput, string]>([
    [{ name: 'pay', value: 'much' }, '"much" is not a value of "pay": it takes a whole number from 1 to 2000000000'],
    [{ name: 'published', value: '0' }, '"0" is not a value of "published": it takes a whole number from 1 to 365'],
    [{ name: 'closing', value: '366' }, '"366" is not a value of "closing": it takes a whole number from 1 to 365'],
    [
      { name: 'language', value: 'German' },
      '"German" is not a value of "language": it takes a language code such as "de"',
    ],
    [{ name: 'pay', value: '!' }, '"!" is not a value of "pay": it takes a whole number from 1 to 2000000000'],
  ])('refuses %j', async (condition, message) => {
    await expect(index.search.savedSearches.job.save(search(condition), SITE)).rejects.toThrow(message);
  });
});

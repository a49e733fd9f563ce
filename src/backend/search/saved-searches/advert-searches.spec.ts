import type { ConditionGroupInput, ConditionInput } from '#contract/generated/resolvers.js';
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

describe('[SEARCH-09] a saved search by pay and language', () => {
  it.each<[string, ConditionInput, string[]]>([
    ['pay in another currency', { name: 'pay', value: '80000' }, ['Paid well']],
    ['pay by the hour, over the stated hours', { name: 'pay', value: '52000' }, ['Paid by the hour', 'Paid well']],
    ['more than the stated hours pay', { name: 'pay', value: '52001' }, ['Paid well']],
    ['language', { name: 'language', value: 'de' }, ['Ohne Angabe']],
  ])('finds new jobs by %s', async (_, condition, titles) => {
    const { job } = index.search.savedSearches;
    const saved = await job.save(search(condition), SITE);
    const find = await job.among(ids.map(Number));
    const found = await find(saved, SITE);
    const byId = new Map(ids.map((id, at) => [Number(id), ['Paid well', 'Paid by the hour', 'Ohne Angabe'][at]!]));
    expect(found.map((id) => byId.get(id)).sort()).toEqual(titles);
  });

  const DATES = [
    { name: 'published', value: '1' },
    { name: 'closing', value: '2' },
  ];
  const GERMAN = { name: 'language', value: 'de' };

  it.each<[string, ConditionGroupInput, ConditionGroupInput | undefined]>([
    ['alone', { conditions: DATES }, undefined],
    [
      'in groups of facets',
      {
        groups: DATES.map((condition) => ({
          conjunction: 'OR',
          tags: [`facet:${condition.name}`],
          conditions: [condition],
        })),
      },
      undefined,
    ],
    ['besides other conditions', { conditions: [...DATES, GERMAN] }, { conditions: [GERMAN] }],
    ['as an alternative to other conditions', { conjunction: 'OR', conditions: [...DATES, GERMAN] }, undefined],
    [
      'as an alternative to other groups',
      { conditions: [GERMAN], groups: [{ conjunction: 'OR', conditions: [GERMAN], groups: [{ conditions: DATES }] }] },
      { conditions: [GERMAN] },
    ],
  ])('has no conditions on dates: %s', async (_, condition_group, others) => {
    const { job } = index.search.savedSearches;
    const without = await job.save({ condition_group: others }, SITE);
    expect(await job.save({ condition_group }, SITE)).toEqual(without);
    // Searches that were saved earlier may contain them.
    const find = await job.among(ids.map(Number));
    expect(await find({ language: [], condition_group }, SITE)).toEqual(await find(without, SITE));
  });

  it('does not compare pay if the site has no currency', async () => {
    const { job } = index.search.savedSearches;
    const find = await job.among(ids.map(Number));
    expect(await find(search({ name: 'pay', value: '1' }), 'elsewhere')).toEqual([]);
  });

  it.each([
    ['en', 'At least CA$80,000 a year · German'],
    ['de', 'Ab 80.000\u00a0CA$ pro Jahr · Deutsch'],
    ['fr', 'Au moins 80\u202f000\u00a0$CA par an · Allemand'],
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

import { createTestIndex, SITE, type TestIndex } from '../../../test/support/search-index/job-index.js';
import { RELEVANCE_WEIGHTS } from './analysis/score-parts.js';

const TORONTO = { country: 'CA', area: 'ON', locality: 'Toronto', lat: 43.65, lon: -79.38 };
const MISSISSAUGA = { country: 'CA', area: 'ON', locality: 'Mississauga', lat: 43.589, lon: -79.644 };
const HAMILTON = { country: 'CA', area: 'ON', locality: 'Hamilton', lat: 43.256, lon: -79.869 };

let index: TestIndex;
beforeAll(async () => {
  index = await createTestIndex();
  const hours = (count: number): Date => new Date(Date.UTC(2026, 9, 1) - count * 3_600_000);
  // Newest first, so that none of the expected orders is the order by date.
  await index.add([
    { title: 'Account Sales Manager', description: '<p>Accounts</p>', published: hours(1), place: HAMILTON },
    { title: 'Supporter Care Assistant', published: hours(2), place: HAMILTON },
    { title: 'Driver', description: '<p>You take the care assistant home.</p>', published: hours(3), place: HAMILTON },
    { title: 'Care Assistants', published: hours(4), place: HAMILTON },
    { title: 'Care Assistant – Nights', published: hours(5), place: HAMILTON },
    { title: 'Care Assistant', published: hours(6), place: HAMILTON },
    { title: 'Senior Accountant', published: hours(7), place: HAMILTON },
    { title: 'Cook in Hamilton', published: hours(8), place: HAMILTON },
    { title: 'Cook in Mississauga', published: hours(9), place: MISSISSAUGA },
    { title: 'Cook in Toronto', published: hours(10), place: TORONTO },
    { title: 'Teacher Geneva', published: hours(12), place: HAMILTON },
    // Added with the first jobs, because searches recognize a language that is new to a site only after a short delay.
    { title: 'Enseignant Genève', language: 'fr', published: hours(13), place: HAMILTON },
    { title: 'Without application', withoutApplication: true, published: hours(11), place: TORONTO },
  ]);
  await index.search.settle();
});
afterAll(() => index.close());

describe('the order of jobs by relevance', () => {
  it('does not find accounts in a search for an accountant', async () => {
    expect(await index.titles('accountant')).toEqual(['Senior Accountant']);
    expect(await index.titles('accounts')).toEqual(['Account Sales Manager']);
  });

  it('puts whole titles first, then words in titles, then words in texts', async () => {
    expect(await index.titles('care assistant')).toEqual([
      'Care Assistant – Nights',
      'Care Assistant',
      'Care Assistants',
      'Supporter Care Assistant',
      'Driver',
    ]);
  });

  it('puts nearer jobs first in a search around a place', async () => {
    const nearToronto = { lat: 43.65, lon: -79.38, radius: 100 };
    expect(await index.titles('cook', { geoLocation: nearToronto })).toEqual([
      'Cook in Toronto',
      'Cook in Mississauga',
      'Cook in Hamilton',
    ]);
    const nearest = { sorts: [{ field: 'search_api_distance', value: 'asc' }] };
    const { titles } = await index.find({ ...nearest, geoLocation: nearToronto, range: { first: 0, last: 20 } });
    expect(titles.slice(0, 2)).toEqual(['Cook in Toronto', 'Cook in Mississauga']);
    expect(titles.at(-1)).toBe('Without application');
    expect((await index.find(nearest)).titles[0]).toBe('Account Sales Manager');
  });
});

describe('the quality of an advert', () => {
  it('only affects the order of equally relevant jobs', async () => {
    const published = (day: number): Date => new Date(Date.UTC(2026, 8, day));
    const pay = { amount: 40_000, currency: 'CAD', unit: 'YEAR' } as const;
    const closes = new Date(Date.UTC(2026, 11, 1));
    await index.add([
      { title: 'Gardener with nothing stated', published: published(9) },
      { title: 'Gardener with a closing date', published: published(8), closes },
      { title: 'Gardener with pay', published: published(7), pay },
      { title: 'Gardener with pay and date', published: published(6), pay, closes },
      { title: 'Gardener', published: published(5) },
      { title: 'Gardeners with pay and date', published: published(4), pay, closes },
      { title: 'Warden', description: '<p>You meet a gardener.</p>', published: published(3), pay, closes },
    ]);
    await index.search.settle();
    expect(await index.titles('gardener')).toEqual([
      'Gardener',
      'Gardener with pay and date',
      'Gardener with pay',
      'Gardener with a closing date',
      'Gardener with nothing stated',
      'Gardeners with pay and date',
      'Warden',
    ]);
  });

  it('is worth less than any match', () => {
    const { quality, ...weights } = RELEVANCE_WEIGHTS;
    const ofMatches = [
      weights.wordInTitle,
      weights.exactWordInTitle,
      weights.wordInOrganization,
      weights.wordInSubject,
      weights.phraseInTitle,
      weights.wholeTitle,
      weights.synonymInTitle,
      weights.synonymAsWholeTitle,
      weights.synonymInSubject,
    ];
    expect(quality.payStated + quality.closingStated).toBeLessThan(Math.min(...ofMatches));
  });
});

describe('words for any job', () => {
  it('are optional if another word is typed', async () => {
    expect(await index.titles('accountant jobs')).toEqual(['Senior Accountant']);
    expect(await index.titles('"accountant jobs"')).toEqual([]);
    expect((await index.find({ fulltext: { keys: ['accountant jobs'], literal: true } })).titles).toEqual([]);
  });
});

describe('a word with a hyphen or an ampersand', () => {
  beforeAll(async () => {
    await index.add([
      { title: 'Full-time Matron', description: '<p>As part of a team. Call us any time, e.g. at night.</p>' },
      { title: 'Part-time Matron', description: '<p>You are on call.</p>' },
      { title: 'Parttime Matron, A&E', description: '<p>You work at night.</p>' },
    ]);
    await index.search.settle();
  });

  it('does not exclude jobs that have its parts in different places', async () => {
    expect(await index.titles('matron -part-time')).toEqual(['Full-time Matron']);
    expect(await index.titles('matron -part/time')).toEqual(['Parttime Matron, A&E', 'Full-time Matron']);
    expect(await index.titles('matron -on-call')).toEqual(['Parttime Matron, A&E', 'Full-time Matron']);
  });

  it('is searched with its stop words', async () => {
    expect(await index.titles('q&a')).toEqual([]);
    expect(await index.titles('a&e matron')).toEqual(['Parttime Matron, A&E']);
  });
});

describe('a search without results', () => {
  it('is relaxed to some of its words, and to none of its phrases and excluded words', async () => {
    const relaxed = async (keys: string) => {
      const { titles, relaxed: isRelaxed } = await index.find({ fulltext: { keys: [keys] } });
      return isRelaxed ? titles : undefined;
    };
    expect(await relaxed('nights accountant')).toEqual(['Senior Accountant', 'Care Assistant – Nights']);
    expect(await relaxed('nights accountant "care assistant"')).toEqual(['Care Assistant – Nights']);
    expect(await relaxed('accountant "care assistant"')).toBeUndefined();
    expect(await relaxed('driver accountant -home')).toEqual(['Senior Accountant']);
  });

  it('keeps quoted and excluded words of each box', async () => {
    const fulltext = { keys: ['nights "care assistant"', 'accountant -sales'] };
    expect(await index.find({ fulltext })).toMatchObject({ relaxed: true, titles: ['Care Assistant – Nights'] });
  });
});

describe('misspelled words', () => {
  it('are corrected among other words as well as alone, unless the search is literal', async () => {
    await index.add([
      ...Array.from({ length: 25 }, () => ({ title: 'Project Manager' })),
      { title: 'Chef', language: 'fr', description: '<p>manger</p>' },
    ]);
    await index.search.settle();
    const { correction, total } = await index.find({ fulltext: { keys: ['project manger'] } });
    expect({ correction, total }).toEqual({ correction: { keys: 'project manager', applied: true }, total: 25 });
    const literal = await index.find({ fulltext: { keys: ['project manger'], literal: true } });
    expect(literal).toMatchObject({ total: 0, correction: null });
  });

  it('are not corrected if they are quoted', async () => {
    expect((await index.find({ fulltext: { keys: ['accountent'] } })).correction?.applied).toBe(true);
    expect(await index.find({ fulltext: { keys: ['"accountent"'] } })).toMatchObject({ total: 0, correction: null });
    const { correction } = await index.find({ fulltext: { keys: ['accountent "manger"'] } });
    expect(correction).toBeNull();
  });

  it('are corrected in the languages that the filter selects', async () => {
    const inEnglish = {
      conjunction: 'AND' as const,
      groups: [
        {
          conjunction: 'OR' as const,
          tags: ['facet:language'],
          conditions: [{ name: 'language', value: 'en', operator: '=' }],
        },
      ],
    };
    expect(await index.titles('genève')).toEqual(['Enseignant Genève']);
    expect(await index.titles('genève', { condition_group: inEnglish })).toEqual(['Teacher Geneva']);
  });
});

describe('synonyms of a site', () => {
  let kita: TestIndex;
  beforeAll(async () => {
    kita = await createTestIndex({ synonyms: { [SITE]: [['Kita', 'Kindertagesstätte', 'early years centre']] } });
    await kita.add([
      { title: 'Leitung der Kindertagesstätte', language: 'de' },
      { title: 'Koch', language: 'de', description: '<p>Du kochst für eine Kindertagesstätte.</p>' },
      { title: 'Koch der Kita', language: 'de', description: '<p>Kita</p>' },
      { title: 'Manager of an Early Years Centre' },
      { title: 'Early Bird at a Centre for Years' },
    ]);
    await kita.search.settle();
  });
  afterAll(() => kita.close());

  it('are found in titles, after what was typed, in every language', async () => {
    expect(await kita.titles('kita')).toEqual([
      'Koch der Kita',
      'Manager of an Early Years Centre',
      'Leitung der Kindertagesstätte',
    ]);
    expect(await kita.titles('"kita"')).toEqual(['Koch der Kita']);
    expect(await kita.titles('koch kita')).toEqual(['Koch der Kita']);
    expect((await kita.find({ fulltext: { keys: ['kita'], literal: true } })).titles).toEqual(['Koch der Kita']);
  });

  it('are reported', async () => {
    expect((await kita.find({ fulltext: { keys: ['Koch Kita'] } })).synonyms).toContainEqual({
      typed: 'Kita',
      names: ['Kindertagesstätte', 'early years centre'],
    });
  });

  it('that refer to each other terminate', async () => {
    const loop = [
      ['nurse', 'carer'],
      ['carer', 'helper'],
      ['helper', 'nurse', 'nurse'],
    ];
    const looping = await createTestIndex({ synonyms: { [SITE]: loop } });
    await looping.add([{ title: 'Nurse' }, { title: 'Carer' }, { title: 'Helper' }]);
    expect((await looping.titles('nurse')).toSorted()).toEqual(['Carer', 'Helper', 'Nurse']);
    await looping.close();
  });
});

import { sql } from 'kysely';
import { ALL_FACETS, createTestIndex, NOW, type TestIndex } from '../../../test/support/search-index/job-index.js';

let index: TestIndex;

const TORONTO = { country: 'CA', area: 'ON', locality: 'Toronto', lat: 43.65, lon: -79.38 };
const HAMILTON = { country: 'CA', area: 'ON', locality: 'Hamilton', lat: 43.256, lon: -79.869 };
const MONTREAL = { country: 'CA', area: 'QC', locality: 'Montréal', lat: 45.51, lon: -73.55 };
const COLOGNE = { country: 'DE', area: 'Nordrhein-Westfalen', locality: 'Köln', lat: 50.93, lon: 6.95 };

beforeAll(async () => {
  index = await createTestIndex({ features: ['inflection', 'ranking', 'spelling'] });
  await index.add([
    {
      title: 'Registered Nurse',
      description: '<p>Care for <b>children</b> &amp; families. C++ and R&amp;D. Well-being.</p>',
      place: TORONTO,
    },
    {
      title: 'Nursing Manager',
      description: '<p>You manage nurses in our café.</p>',
      organization: 2,
      place: HAMILTON,
    },
    {
      title: 'Office Administrator',
      description: '<p>IT support for the shelter, night shift.</p>',
      organization: 3,
      place: MONTREAL,
    },
    { title: 'Shift Lead', description: '<p>Every night. It is a good shift.</p>', organization: 4, place: TORONTO },
    {
      title: 'Coordonnatrice des bénévoles',
      language: 'fr',
      description: "<p>Animer l'équipe des bénévoles.</p>",
      place: MONTREAL,
    },
    {
      title: 'Pflegefachkraft (m/w/d)',
      language: 'de',
      description: '<p>Pflegekräfte für unser Haus, Büro in Köln.</p>',
      place: COLOGNE,
    },
    { title: 'Remote Fundraiser', description: '<p>Raise funds from home</p>', remote: 3 },
    { title: 'Remote Grant Writer', description: '<p>Raise funds from home</p>', remote: 3, eligible: ['CA', 'US'] },
    { title: 'Remote Webmaster', description: '<p>Websites</p>', remote: 3, eligible: ['DE'] },
    { title: 'Remote near Toronto', remote: 3, place: TORONTO },
    { title: 'Of another site', site: 'elsewhere', place: TORONTO },
    { title: 'Unfinished nurse', state: 'draft', place: TORONTO },
    ...Array.from({ length: 25 }, () => ({ title: 'Volunteer', description: 'fundraising' })),
  ]);
  await index.search.settle();
});
afterAll(() => index.close());

describe('[SEARCH-14] keywords', () => {
  it.each([
    ['nurse', ['Registered Nurse', 'Nursing Manager']],
    ['NURSES', ['Registered Nurse', 'Nursing Manager']],
    ['nursing manager', ['Nursing Manager']],
    ['family', ['Registered Nurse']],
    ['"registered nurse"', ['Registered Nurse']],
    ['"nurse registered"', []],
    ['"night shift"', ['Office Administrator']],
    ['night shift', ['Shift Lead', 'Office Administrator']],
    ['nurse -manager', ['Registered Nurse']],
    ['nurse -"registered nurse"', ['Nursing Manager']],
    ['nurs*', ['Nursing Manager', 'Registered Nurse']],
    ['administrat*', ['Office Administrator']],
    ['c++', ['Registered Nurse']],
    ['r&d', ['Registered Nurse']],
    ['wellbeing', ['Registered Nurse']],
    ['well-being', ['Registered Nurse']],
    ['cafe', ['Nursing Manager']],
    ['IT support', ['Office Administrator']],
    ['it', ['Office Administrator']],
    ['nurse of the', ['Registered Nurse', 'Nursing Manager']],
    ['benevole', ['Coordonnatrice des bénévoles']],
    ['BÉNÉVOLE', ['Coordonnatrice des bénévoles']],
    ["l'equipe", ['Coordonnatrice des bénévoles']],
    ['Pflegekraft', ['Pflegefachkraft (m/w/d)']],
    ['pflegekraefte', ['Pflegefachkraft (m/w/d)']],
    ['buero', ['Pflegefachkraft (m/w/d)']],
    ['Koeln', ['Pflegefachkraft (m/w/d)']],
  ])('finds by %s', async (keys, titles) => {
    expect(await index.titles(keys, { sorts: [] })).toEqual(titles);
  });

  it('analyses words in the language of the document', async () => {
    expect(await index.titles('bénévole', { language: ['en'] })).toEqual([]);
    expect(await index.titles('bénévole', { language: ['en', 'fr-CA'] })).toHaveLength(1);
    expect(await index.titles('nurse', { language: ['xx'] })).toEqual([]);
  });

  it('searches in titles or organizations only', async () => {
    const inField = async (keys: string, field: string) =>
      (await index.find({ fulltext: { keys: [keys], fields: [field] } })).titles;
    expect(await inField('nurses', 'title')).toEqual(['Registered Nurse']);
    expect(await inField('children', 'title')).toEqual([]);
    expect(await inField('"organization 2"', 'organization')).toEqual(['Nursing Manager']);
  });

  it('combines search boxes with the given operator', async () => {
    const both = (conjunction: string) => index.find({ fulltext: { keys: ['registered', 'manager'], conjunction } });
    expect((await both('AND')).total).toBe(0);
    expect((await both('OR')).total).toBe(2);
  });

  it('corrects words that are found nowhere, and reports this', async () => {
    const { correction, titles } = await index.find({ fulltext: { keys: ['registred nruse'] } });
    expect(correction).toEqual({ keys: 'registered nurse', applied: true });
    expect(titles).toEqual(['Registered Nurse']);
  });

  it('suggests a much more frequent word if little is found', async () => {
    await index.add([{ title: 'Volunteet' }]);
    await index.search.settle();
    const { correction, total } = await index.find({ fulltext: { keys: ['volunteet'] } });
    expect({ correction, total }).toEqual({
      correction: { keys: 'Volunteer'.toLowerCase(), applied: false },
      total: 1,
    });
  });

  it('ranks words in the title, then the phrase, before newer jobs', async () => {
    expect(await index.titles('shift night')).toEqual(['Shift Lead', 'Office Administrator']);
    expect((await index.titles('nurses'))[0]).toBe('Registered Nurse');
    const newest = await index.find({
      fulltext: { keys: ['shift'] },
      sorts: [{ field: 'field_job_publishing_date', value: 'asc' }],
    });
    expect(newest.titles).toEqual(['Office Administrator', 'Shift Lead']);
  });

  it('ranks jobs without an employer or a way to apply after equally relevant ones, and does not offer such employers as a filter', async () => {
    const own = await createTestIndex();
    try {
      await sql`update organization set state = 'unnamed' where id = 2`.execute(own.database);
      await own.add([
        { title: 'Old cook', description: '<p>Cooks and more.</p>' },
        { title: 'Cook of nobody', organization: 2, published: NOW },
        { title: 'Cook, do not apply', withoutApplication: true, published: NOW },
        { title: 'Kitchen help', description: '<p>Helps the cook.</p>' },
      ]);
      await own.search.settle();
      const last = ['Cook of nobody', 'Cook, do not apply'];
      const everything = await own.find({ facets: ALL_FACETS });
      expect([everything.titles.slice(0, 2), everything.titles.slice(2).sort()]).toEqual([
        ['Kitchen help', 'Old cook'],
        last,
      ]);
      expect([everything.total, everything.facets.company]).toEqual([4, ['1:3']]);
      const cooks = await own.find({ fulltext: { keys: ['cook'] }, facets: ALL_FACETS });
      // Incomplete jobs rank last, followed only by jobs that merely mention the word in their description.
      expect(cooks.titles).toEqual(['Old cook', 'Cook, do not apply', 'Cook of nobody', 'Kitchen help']);
      expect(cooks.facets.company).toEqual(['1:3']);
    } finally {
      await own.close();
    }
  });

  it('marks what matched, in the language of the document [SEARCH-15]', async () => {
    const nurses = await index.find({ fulltext: { keys: ['nurse'] } });
    expect(nurses.snippets).toContain('You manage [nurses] in our café.');
    expect(nurses.markedTitles).toEqual(['Registered [Nurse]', '']);
    expect((await index.find()).markedTitles.join('')).toBe('');
    expect((await index.find({ fulltext: { keys: ['benevole'] } })).snippets).toEqual([
      "Animer l'équipe des [bénévoles].",
    ]);
    expect((await index.find({ fulltext: { keys: ['it'] } })).snippets).toEqual([
      '[IT] support for the shelter, night shift.',
    ]);
  });

  it.each([
    ['punctuation only', '!!! ??? -- "" * (&|!<->)'],
    ['NUL', 'nurse\u0000'],
    ['control characters', '\u0001\u0002nurse\u001b'],
    ['10,000 characters', 'nurse '.repeat(1700)],
    ['10,000 characters in one', 'n'.repeat(10_000)],
    ['tsquery syntax', `'nurse' & !(a <-> b):*A | 'x\\`],
    ['many exclusions', '-a '.repeat(3000)],
    ['many beginnings', 'n* '.repeat(3000)],
    ['many quotes', '"'.repeat(9999)],
    ['half a surrogate', 'nurse \ud83d'],
  ])('survives %s', async (_, keys) => {
    await expect(index.find({ fulltext: { keys: [keys] } })).resolves.toHaveProperty('total');
  });
});

describe('[SEARCH-01] places', () => {
  const within = (geoLocation: object) => index.find({ geoLocation, fulltext: null });

  it('finds jobs within a radius, with their distance', async () => {
    const { titles, distances, location } = await within({ label: 'Hamilton, ON', radius: 25 });
    expect(titles).toEqual(['Nursing Manager']);
    expect(distances[0]).toBeLessThan(10);
    expect(location).toMatchObject({ label: 'Hamilton, Ontario, Canada', country: 'CA', radius: 25 });
    expect((await within({ label: 'Hamilton, ON', radius: 100 })).total).toBe(4);
  });

  it('measures from the point given', async () => {
    // Toronto is 58.2 km from the point.
    const from = (radius: number) => within({ lat: 43.256, lon: -79.869, radius });
    expect((await from(57)).total).toBe(1);
    expect((await from(60)).total).toBe(4);
  });

  it('finds jobs in a country and in an area, by any of its names', async () => {
    expect((await within({ label: 'Ontario' })).total).toBe(4);
    expect((await within({ country: 'CA', administrativeArea: 'Québec' })).total).toBe(2);
    expect((await within({ country: 'DE', locationType: 'country' })).titles).toEqual(['Pflegefachkraft (m/w/d)']);
    expect((await within({ label: 'NRW', preferCountries: ['DE'] })).total).toBe(1);
    expect((await within({ label: 'Canada' })).location).toMatchObject({ label: 'Canada', radius: null });
  });

  it('offers remote jobs open to residents, separately from the result', async () => {
    const { band } = await within({ label: 'Hamilton, ON', radius: 25 });
    expect(band).toEqual({ total: 3, titles: ['Remote near Toronto', 'Remote Grant Writer', 'Remote Fundraiser'] });
    const nearer = await within({ label: 'Toronto, ON', radius: 25 });
    expect(nearer.titles).toContain('Remote near Toronto');
    expect(nearer.band?.titles).toEqual(['Remote Grant Writer', 'Remote Fundraiser']);
    expect((await within({ label: 'Köln', radius: 25 })).band?.titles).toContain('Remote Webmaster');
    expect((await within({ label: 'Canada' })).band).toBeNull();
  });

  it('searches everywhere if a place is unknown', async () => {
    const { location, total } = await within({ label: 'Nowhereville xyz' });
    expect(location).toBeNull();
    expect(total).toBeGreaterThan(10);
  });

  it.each([
    { lat: 43.6 },
    { lon: 7 },
    { lat: 91, lon: 0 },
    { lat: 0, lon: 181 },
    { label: 'Toronto', radius: 0 },
    { label: 'Toronto', radius: 501 },
    { country: 'Canada' },
  ])('refuses %j', async (geoLocation) => {
    await expect(within(geoLocation)).rejects.toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  });
});

describe('requests', () => {
  const group = (name: string, value: string, operator = '=') => ({
    condition_group: { conditions: [{ name, value, operator }] },
  });

  it('filters by title with LIKE and by the organization’s whole name', async () => {
    expect((await index.find(group('title', '%nurs%', 'LIKE'))).titles).toEqual([
      'Nursing Manager',
      'Registered Nurse',
    ]);
    expect((await index.find(group('title', '100%_\\', 'LIKE'))).total).toBe(0);
    expect((await index.find(group('job_organization_name', 'organization 2'))).titles).toEqual(['Nursing Manager']);
    expect((await index.find(group('job_organization_name', 'Organization'))).total).toBe(0);
  });

  it('supports nested groups', async () => {
    const { titles } = await index.find({
      condition_group: {
        conjunction: 'OR',
        groups: [
          {
            conditions: [
              { name: 'title', value: 'Shift%', operator: 'LIKE' },
              { name: 'field_job_remote_options', value: '1' },
            ],
          },
          {
            conditions: [{ name: 'job_organization_name', value: 'Organization 3' }],
            groups: [{ conjunction: 'OR', conditions: [{ name: 'field_job_remote_options', value: '1,2' }] }],
          },
        ],
      },
    });
    expect(titles).toEqual(['Shift Lead', 'Office Administrator']);
  });

  it.each([
    ['index', { index_id: 'nothing' }],
    ['field', group('nothing', '1')],
    ['operator', group('title', 'x', '>')],
    ['LIKE', group('field_job_industry', '%', 'LIKE')],
    ['value', group('field_job_industry', 'education')],
    ['range', { range: { first: 0, last: 101 } }],
    ['range', { range: { first: -1, last: 10 } }],
    ['range', { range: { first: 12_001, last: 10 } }],
    ['sort', { sorts: [{ field: 'title', value: 'asc' }] }],
    ['facet', { facets: [{ field: 'x', limit: 1, operator: 'or', min_count: 1, missing: false }] }],
    ['facet', { condition_group: { groups: [{ tags: ['facet:nothing'], conditions: [] }] } }],
  ])('refuses an unknown %s', async (_, args) => {
    await expect(index.find(args)).rejects.toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  });

  it('suggests words and titles', async () => {
    const suggest = index.search.resolvers.Query!['keywordSuggestions']!.resolve as unknown as (
      args: object,
      context: object,
    ) => Promise<{ text: string; count: number }[]>;
    const context = { site: { name: 'test-site' } };
    const texts = async (prefix: string) => (await suggest({ prefix }, context)).map(({ text }) => text);
    expect(await texts('nur')).toEqual(expect.arrayContaining(['nurse', 'Nursing Manager']));
    expect(await texts('bene')).toEqual(expect.arrayContaining(['bénévoles']));
    expect((await texts('volunt'))[0]?.toLowerCase()).toBe('volunteer');
    expect(await texts('!')).toEqual([]);
  });
});

describe('changes', () => {
  it('are visible immediately for edited, removed and rolled-back jobs', async () => {
    const [id] = await index.add([{ title: 'Beekeeper', published: NOW }]);
    const { total } = await index.find();
    expect(await index.titles('beekeeper')).toEqual(['Beekeeper']);
    await index.database.transaction().execute(async (trx) => {
      await sql`update job set title = 'Gardener' where id = ${id}`.execute(trx);
      await index.search.indexer.index(trx, [id!]);
    });
    expect(await index.titles('gardener')).toEqual(['Gardener']);
    expect((await index.find({ fulltext: { keys: ['beekeeper'] } })).total).toBe(0);

    const failing = index.database.transaction().execute(async (trx) => {
      await index.search.indexer.remove(trx, [id!]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect((await index.find()).total).toBe(total);
    await index.database.transaction().execute(async (trx) => {
      await sql`update job set state = 'archived' where id = ${id}`.execute(trx);
      await index.search.indexer.index(trx, [id!]);
    });
    expect((await index.find()).total).toBe(total - 1);
    await index.search.settle();
    expect((await index.find()).total).toBe(total - 1);
  });

  it('can be written concurrently without a deadlock', async () => {
    const before = (await index.find()).total;
    const jobs = (writer: number) =>
      Array.from({ length: 40 }, (_, number) => ({
        title: `Writer ${(writer * 7 + number) % 40}`,
        industry: [201 + ((writer * 3 + number) % 11)],
        occupation: [301 + ((number * 5 + writer) % 17)],
        organization: 1 + ((number * 11 + writer) % 20),
      }));
    await Promise.all(Array.from({ length: 4 }, (_, writer) => index.add(jobs(writer))));
    await Promise.all([index.search.settle(), index.search.settle()]);
    expect((await index.find()).total).toBe(before + 160);
  });

  it('are complete after the index is rebuilt', async () => {
    const facets = [{ field: 'field_job_industry', limit: 100, operator: 'or', min_count: 1, missing: true }];
    const before = await index.find({ facets });
    await index.search.rebuild();
    expect(await index.find({ facets })).toEqual(before);
    expect(await index.titles('registered nurse')).toEqual(['Registered Nurse']);
  });
});

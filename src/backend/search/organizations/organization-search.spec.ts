import { sql } from 'kysely';
import { createTestDirectory, type TestDirectory } from '../../../../test/support/search-index/organization-index.js';

let directory: TestDirectory;

const TORONTO = { countryCode: 'CA', administrativeArea: 'ON', locality: 'Toronto', lat: 43.65, lon: -79.38 };
const HAMILTON = { countryCode: 'CA', administrativeArea: 'ON', locality: 'Hamilton', lat: 43.256, lon: -79.869 };
const COLOGNE = {
  countryCode: 'DE',
  administrativeArea: 'Nordrhein-Westfalen',
  locality: 'Köln',
  lat: 50.93,
  lon: 6.95,
};

beforeAll(async () => {
  directory = await createTestDirectory();
  await directory.add([
    {
      name: 'Harbour Nurses',
      mission: 'Care at home.',
      presentation: '<p>We visit <b>children</b> &amp; families. Well-being.</p>',
      address: TORONTO,
    },
    { name: 'Lakeside Café', mission: 'Meals for families in need.', alternativeName: 'LSC', address: HAMILTON },
    { name: 'Élan des bénévoles', language: 'fr', mission: 'Une équipe de bénévoles.', industryTid: 201 },
    { name: 'Haus am Büro', language: 'de', mission: 'Pflegekräfte für alle.', address: COLOGNE },
    { name: 'Families first', featured: true, mission: 'Housing.' },
  ]);
});
afterAll(() => directory.close());

describe('[SEARCH-14] keywords of organizations', () => {
  it.each([
    ['family', ['Families first', 'Harbour Nurses', 'Lakeside Café']],
    ['nurse', ['Harbour Nurses']],
    ['"families in need"', ['Lakeside Café']],
    ['"need in families"', []],
    ['families -meal', ['Families first', 'Harbour Nurses']],
    ['harb*', ['Harbour Nurses']],
    ['cafe', ['Lakeside Café']],
    ['lsc', ['Lakeside Café']],
    ['elan', ['Élan des bénévoles']],
    ['Sante', ['Élan des bénévoles']],
    ['buero', ['Haus am Büro']],
    ['wellbeing', ['Harbour Nurses']],
    ['toronto', ['Harbour Nurses']],
  ])('finds by %s', async (keys, names) => {
    expect(await directory.names(keys)).toEqual(names);
  });

  it('marks what matched', async () => {
    const { snippets } = await directory.find({ fulltext: { keys: ['family'] } });
    expect(snippets[1]).toBe('Care at home. We visit children & [families]. Well-being.');
  });

  it('searches only names if requested', async () => {
    const { names } = await directory.find({ fulltext: { keys: ['families'], fields: ['title'] } });
    expect(names).toEqual(['Families first']);
    const like = { conditions: [{ name: 'name', value: 'ha%', operator: 'LIKE' }] };
    expect((await directory.find({ condition_group: like })).names).toEqual(['Harbour Nurses', 'Haus am Büro']);
  });
});

describe('[SEARCH-07] places and featured organizations', () => {
  it('measures from the place', async () => {
    const near = { lat: 43.65, lon: -79.38, radius: 25 };
    expect(await directory.find({ geoLocation: near })).toMatchObject({ names: ['Harbour Nurses'], distances: [0] });
    const { names } = await directory.find({ geoLocation: { ...near, radius: 100 } });
    expect(names).toEqual(['Harbour Nurses', 'Lakeside Café']);
    const country = { country: 'DE', locationType: 'country' as const };
    expect((await directory.find({ geoLocation: country })).names).toEqual(['Haus am Büro']);
  });

  it('puts featured organizations first, or omits the others', async () => {
    const { names } = await directory.find({ sorts: [{ field: 'featured', value: 'desc' }] });
    expect(names).toEqual(['Families first', 'Élan des bénévoles', 'Harbour Nurses', 'Haus am Büro', 'Lakeside Café']);
    const only = { conditions: [{ name: 'featured', value: '1' }] };
    expect((await directory.find({ condition_group: only })).names).toEqual(['Families first']);
  });

  it('is updated with the organizations', async () => {
    const [id] = await directory.add([{ name: 'Short Lived' }]);
    expect(await directory.names('lived')).toEqual(['Short Lived']);
    await sql`update organization set state = 'closed' where id = ${id}`.execute(directory.database);
    expect(await directory.names('lived')).toEqual([]);
    await sql`update organization set state = 'public' where id = ${id}`.execute(directory.database);
    expect(await directory.search.catchUp()).toMatchObject({ organizations: 1 });
    expect(await directory.names('lived')).toEqual(['Short Lived']);
    await directory.add([{ name: 'Renamed', sourceKey: 'Short Lived' }]);
    expect(await directory.names('lived')).toEqual([]);
    await sql`delete from organization where id = ${id}`.execute(directory.database);
    expect(await directory.names('renamed')).toEqual([]);
  });

  it.each([
    [
      'an unknown facet',
      { facets: [{ field: 'field_job_industry', limit: 1, operator: 'or', min_count: 1, missing: false }] },
    ],
    ['an unknown field', { condition_group: { conditions: [{ name: 'job_organization_name', value: 'x' }] } }],
    ['a flag that is none', { condition_group: { conditions: [{ name: 'featured', value: 'yes' }] } }],
    ['a sort of jobs', { sorts: [{ field: 'field_job_publishing_date', value: 'desc' }] }],
    ['a field of jobs', { fulltext: { keys: ['a'], fields: ['organization'] } }],
  ])('refuses %s', async (_name, args) => {
    await expect(directory.find(args)).rejects.toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  });
});

import { sql } from 'kysely';
import {
  createTestResumes,
  RECRUITER,
  type TestResumes,
  viewerWith,
} from '../../../../test/support/search-index/resume-index.js';
import { resumeResolvers } from '../../domain/resumes/create-resumes.js';
import { seedTerms } from '../../reference/prepare-database.js';

const TORONTO = { countryCode: 'CA', administrativeArea: 'ON', locality: 'Toronto', lat: 43.65321, lon: -79.38321 };
const MUNICH = { countryCode: 'DE', administrativeArea: 'Bayern', locality: 'München', lat: 48.13, lon: 11.58 };
const SECRETS = {
  firstName: 'Philomena',
  lastName: 'Quackenbush',
  phone: '+1 613 555 0199',
  birthday: '1987-06-05',
  homeLocation: {
    countryCode: 'CA',
    administrativeArea: 'QC',
    locality: 'Gatineau',
    addressLine1: '7 Secret Lane',
    lat: 45.47,
    lon: -75.7,
  },
};

let resumes: TestResumes;
let ids: number[];
beforeAll(async () => {
  resumes = await createTestResumes();
  ids = await resumes.add([
    {
      title: 'Registered Nurse',
      about: 'I have nursed children at home.',
      desiredLocation: TORONTO,
      skillTids: [1111],
      ...SECRETS,
      workExperience: [
        {
          id: '1',
          jobTitle: 'Charge Nurse',
          company: 'Lakeside Clinic',
          period: { from: '2020-01' },
          summary: 'Wound care\nTriage',
        },
      ],
    },
    { title: 'Köchin', language: 'de', desiredLocation: MUNICH, skillsFree: ['Leichte Sprache'] },
    { title: 'Hidden away', about: 'A nurse as well.', visible: false, desiredLocation: TORONTO },
  ]);
});
afterAll(() => resumes.close());

describe('[SEARCH-08] [SEARCH-14] words in resumes', () => {
  it.each([
    ['nurses', ['Registered Nurse']],
    ['lakeside', ['Registered Nurse']],
    ['triage', ['Registered Nurse']],
    ['"wound care"', ['Registered Nurse']],
    ['kochin', ['Köchin']],
    ['leichte', ['Köchin']],
    ['hidden', []],
  ])('finds by %s', async (keys, titles) => {
    expect(await resumes.titles(keys)).toEqual(titles);
  });

  it('[SEARCH-15] marks what matched', async () => {
    const { snippets } = await resumes.find({ fulltext: { keys: ['nursing'] } });
    expect(snippets).toEqual(['I have [nursed] children at home. Wound care · Triage']);
  });
});

describe('[ROLE-05] what is private', () => {
  it.each(['Philomena', 'Quackenbush', '0199', '1987', '"Secret Lane"', 'Gatineau', 'philo*', 'p1'])(
    'is not found by %s',
    async (keys) => {
      expect(await resumes.titles(keys)).toEqual([]);
    },
  );

  it('is not in any answer, explanation or index', async () => {
    const { text } = await resumes.find();
    const { rows } = await sql<{
      text: string;
    }>`select string_agg(d::text, ' ') as text from directory_resume d`.execute(resumes.database);
    for (const secret of ['Philomena', 'Quackenbush', '0199', '1987', 'Secret', 'Gatineau']) {
      expect(text).not.toContain(secret);
      expect(rows[0]!.text.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });

  it('a resume is not found by the home, and its desired place is not exact', async () => {
    const around = (lat: number, lon: number, radius: number) => resumes.find({ geoLocation: { lat, lon, radius } });
    expect((await around(45.47, -75.7, 50)).titles).toEqual([]);
    const quebec = { country: 'CA', administrativeArea: 'QC', locationType: 'administrative_area_level_1' as const };
    expect((await resumes.find({ geoLocation: quebec })).titles).toEqual([]);
    const { rows } = await sql`select lat, lon from directory_resume where id = ${ids[0]}`.execute(resumes.database);
    expect(rows).toEqual([{ lat: 43.65, lon: -79.38 }]);
    const near = await around(43.65, -79.4, 5);
    expect([near.titles, near.distances]).toEqual([['Registered Nurse'], [2]]);
  });
});

describe('[SEARCH-08] access to resumes', () => {
  const refused = (code: string) => ({ extensions: { code } });

  it('is denied to everyone except approved recruiters and administration', async () => {
    await expect(resumes.find({}, null)).rejects.toMatchObject(refused('UNAUTHENTICATED'));
    for (const viewer of [
      viewerWith(['applicant']),
      viewerWith(['recruiter'], { approvedAt: null }),
      viewerWith(['recruiter'], { emailVerified: null }),
      viewerWith([]),
    ])
      await expect(resumes.find({}, viewer)).rejects.toMatchObject(refused('FORBIDDEN'));
    for (const viewer of [RECRUITER, viewerWith(['site_admin']), viewerWith(['applicant', 'recruiter'])])
      expect((await resumes.find({}, viewer)).total).toBe(2);
  });

  it('[ROLE-02] [ROLE-05] shows its owner, recruiters and the staff of the site only what each may see of a resume', async () => {
    const { Query } = resumeResolvers(resumes.database, await seedTerms(resumes.database));
    const context = (viewer: unknown) =>
      ({ viewer, site: { name: 'test-site' }, language: 'en', locale: 'en', now: new Date() }) as never;
    const { rows } = await sql<{ key: string; account_id: string; id: number }>`
      select key, account_id, id from resume order by id
    `.execute(resumes.database);
    const [nurse, , hidden] = rows;
    const owner = { ...viewerWith(['applicant']), accountId: nurse!.account_id };
    const names = async (viewer: unknown, id: string) => {
      const resume = (await Query.resume.resolve({ id }, context(viewer))) as {
        personalInfo: Record<string, unknown>;
      } | null;
      return resume && resume.personalInfo.lastName;
    };
    expect(await names(RECRUITER, nurse!.key)).toBeNull();
    expect(await names(owner, nurse!.key)).toBe('Quackenbush');
    for (const role of ['job_editor', 'site_admin'] as const)
      expect(await names(viewerWith([role]), nurse!.key)).toBeNull();
    await expect(names(viewerWith(['applicant']), nurse!.key)).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(names(owner, hidden!.key)).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(names(owner, 'nonsense')).rejects.toMatchObject(refused('FORBIDDEN'));
    expect(await Query.resume.resolve({ id: hidden!.key }, context(RECRUITER))).toBeNull();
    expect(await Query.resume.resolve({ id: String(nurse!.id) }, context(RECRUITER))).toBeNull();
    expect(await Query.ownResume.resolve({}, context(owner))).toMatchObject({ id: nurse!.key });
    expect(await Query.ownResume.resolve({}, context(RECRUITER))).toBeNull();
  });

  it('hidden resumes and those of blocked accounts are not found by anyone', async () => {
    const [id] = await resumes.add([{ title: 'Shortlived welder' }]);
    expect(await resumes.titles('welder')).toEqual(['Shortlived welder']);
    await sql`update resume set visible = false where id = ${id}`.execute(resumes.database);
    expect(await resumes.titles('welder')).toEqual([]);
    await sql`update resume set visible = true where id = ${id}`.execute(resumes.database);
    await resumes.search.indexer.indexResumes(resumes.database, [id!]);
    expect(await resumes.titles('welder')).toEqual(['Shortlived welder']);
    await sql`update account set blocked_at = now() where id = (select account_id from resume where id = ${id})`.execute(
      resumes.database,
    );
    expect(await resumes.titles('welder')).toEqual([]);
    await resumes.search.indexer.indexResumes(resumes.database, [id!]);
    expect(await resumes.titles('welder')).toEqual([]);
  });

  it('resumes that are missing from the directory are found after a start, and no alert reports them', async () => {
    const [, hidden, blocked] = await resumes.add([
      { title: 'Missing glazier' },
      { title: 'Hidden glazier' },
      { title: 'Blocked glazier' },
    ]);
    const { database, search } = resumes;
    await sql`update resume set visible = false where id = ${hidden}`.execute(database);
    await sql`
      update account set blocked_at = now() where id = (select account_id from resume where id = ${blocked})
    `.execute(database);
    await sql`delete from alert_arrival`.execute(database);
    const { rows: before } = await sql`select id from directory_resume order by id`.execute(database);
    await sql`delete from directory_resume`.execute(database);
    expect(await search.catchUp()).toMatchObject({ resumes: before.length });
    const { rows: after } = await sql`select id from directory_resume order by id`.execute(database);
    expect(after).toEqual(before);
    expect(await resumes.titles('glazier')).toEqual(['Missing glazier']);
    expect((await sql`select from alert_arrival`.execute(database)).rows).toEqual([]);
    expect(await search.catchUp()).toMatchObject({ resumes: 0 });
    await sql`update resume set visible = false where title like '% glazier'`.execute(database);
  });

  it('lists each region once, whatever its spelling', async () => {
    await resumes.add([
      { title: 'Another one', desiredLocation: { ...TORONTO, administrativeArea: 'Ontario' } },
      { title: 'From elsewhere', desiredLocation: { countryCode: 'KE', administrativeArea: 'Nairobi County' } },
    ]);
    const field = 'field_resume_pref_location';
    const facets = [{ field, limit: 100, operator: 'or', min_count: 1, missing: false }];
    const { labels } = await resumes.find({ facets });
    expect(labels['region']).toEqual(['Ontario, Canada', 'Bavaria, Germany', 'Nairobi County, Kenya']);
  });

  it.each([
    [
      'a facet of jobs',
      { facets: [{ field: 'field_job_industry', limit: 1, operator: 'or', min_count: 1, missing: false }] },
    ],
    [
      'a private field',
      { condition_group: { conditions: [{ name: 'resume_lastname', value: 'x', operator: 'LIKE' }] } },
    ],
    ['a private sort', { sorts: [{ field: 'field_resume_birthday', value: 'asc' }] }],
  ])('refuses %s', async (_name, args) => {
    await expect(resumes.find(args)).rejects.toMatchObject(refused('BAD_USER_INPUT'));
  });
});

import { sql } from 'kysely';
import { createTestResumes, type TestResumes } from '../../../../test/support/search-index/resume-index.js';
import { topResumes } from '../../platform/database/migrations/0033-top-resumes.js';

const TORONTO = { countryCode: 'CA', administrativeArea: 'ON', locality: 'Toronto' };
const WHOLE = {
  title: 'Whole',
  desiredLocation: TORONTO,
  desiredOccupationTids: [301],
  skillsFree: ['Bees'],
  languagesFree: ['Latin'],
  education: [{ id: '1', institution: 'School' }],
  workExperience: [{ id: '1', jobTitle: 'Beekeeper' }],
};
const SORTS = [
  { field: 'featured', value: 'desc' },
  { field: 'changed', value: 'desc' },
];

let resumes: TestResumes;
beforeAll(async () => {
  resumes = await createTestResumes();
  await resumes.add([
    { title: 'Only a title' },
    WHOLE,
    ...(['desiredOccupationTids', 'skillsFree', 'languagesFree', 'education', 'workExperience'] as const).map(
      (part) => ({
        ...WHOLE,
        title: `Without ${part}`,
        [part]: [],
      }),
    ),
    { ...WHOLE, title: 'Without a place', desiredLocation: undefined },
  ]);
});
afterAll(() => resumes.close());

async function marked(): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select label from directory_resume where featured order by label`.execute(resumes.database);
  return rows.map(({ label }) => label);
}

describe('[SEARCH-08] [SITE-04] a TopCV', () => {
  it('has everything that recruiters look for first', async () => {
    expect(await marked()).toEqual(['Whole']);
  });

  it('comes first if the search requests it', async () => {
    expect((await resumes.find({ sorts: SORTS })).titles[0]).toBe('Whole');
  });

  it('is determined for existing resumes by the migration', async () => {
    await sql`update directory_resume set featured = false`.execute(resumes.database);
    expect(await marked()).toEqual([]);
    await topResumes.up(resumes.database);
    expect(await marked()).toEqual(['Whole']);
  });
});

import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { wellFormedTexts } from './migrations/0022-well-formed-texts.js';

const BROKEN = '<p>a <a href="https://ok.test" rel="nofollow noopener">b</span> c</p>';
const WHOLE = '<p>a <b>as it was</b></p>';

describe('texts that earlier versions stored', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
    await sql`insert into organization (id, site, slug, name, language, source, source_key, presentation)
      values (1, 'default', 'one', ${'One \u202eowT'}, 'en', 'test', '1', ${BROKEN})`.execute(test.database);
    await sql`insert into job (site, organization_id, title, language, description, state, published_at, application_workflow,
        source, source_key, content_hash)
      select 'default', 1, 'Job', 'en', case when n % 2 = 0 then ${BROKEN} else ${WHOLE} end, 'draft', now(), 'form', 'test', n::text, ''
      from generate_series(1, 450) n`.execute(test.database);
    await sql`insert into application (site, job_id, organization_id, request_key, language, first_name, last_name, email, cover_letter, answers, created_at, updated_at)
      select 'default', id, 1, gen_random_uuid(), 'en', 'Ana', 'Ruiz', 'ana@people.test', ${'Dear \u202eall, می\u200cخواهم'},
        ${JSON.stringify([{ id: 'a', question: 'Why?', answer: '\u2067yes' }])}::jsonb, now(), now()
      from job limit 1`.execute(test.database);
  });
  afterAll(() => test.close());

  it('are repaired once, and nothing else is changed', async () => {
    const { database } = test;
    const versions = () => sql<{ v: string }>`select xmin::text as v from job where description = ${WHOLE} order by id`;
    const before = await versions().execute(database);
    await wellFormedTexts.up(database);
    const end = 'c</a></p>';
    const job = await database.selectFrom('job').select('description').distinct().orderBy('description').execute();
    expect(job.map(({ description }) => description)).toEqual([
      expect.stringMatching(new RegExp(`${end}$`)) as string,
      WHOLE,
    ]);
    const organization = await database
      .selectFrom('organization')
      .select(['name', 'presentation'])
      .executeTakeFirstOrThrow();
    expect(organization.name).toBe('One owT');
    expect(organization.presentation).toMatch(new RegExp(`${end}$`));
    const application = await database.selectFrom('application').selectAll().executeTakeFirstOrThrow();
    expect(application.cover_letter).toBe('Dear all, می\u200cخواهم');
    expect(application.answers).toEqual([{ id: 'a', question: 'Why?', answer: 'yes' }]);
    expect((await versions().execute(database)).rows).toEqual(before.rows);
  });
});

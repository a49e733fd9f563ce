import { sql, type Kysely } from 'kysely';
import { createTestIndex, SITE, type TestIndex } from '../../../../test/support/search-index/job-index.js';
import type { Database } from '../database/schema.js';
import { seedTerms } from '../../reference/prepare-database.js';

const NEW_ORGANIZATION = `
  insert into organization (id, site, slug, name, language, source, source_key)
  values (9001, '${SITE}', 'new', 'New', 'en', 'test', 'new')`;
const NEW_PAGE = `insert into landing_page (site, language, slug, title, body) values ('s', 'en', 'p', 't', 'b')`;

let index: TestIndex;
let database: Kysely<Database>;

beforeAll(async () => {
  index = await createTestIndex();
  database = index.database;
}, 60_000);
beforeEach(async () => {
  await index.search.settle();
  await sql`delete from data_change`.execute(database);
});
afterAll(() => index.close());

/** Runs statements and returns the changes they log, except for the words of the lexicon, which are added later. */
async function loggedBy(...statements: string[]): Promise<string[]> {
  for (const statement of statements) await sql.raw(statement).execute(database);
  return logged();
}

async function logged(): Promise<string[]> {
  const { rows } = await sql<{ kind: string; site: string | null; ids: string[] | null; words: string[] | null }>`
    select kind, site, ids, words from data_change order by id
  `.execute(database);
  return rows.map(({ kind, site, ids, words }) =>
    [kind, site ?? '*', ids?.join() ?? words?.join() ?? ''].join(' ').trim(),
  );
}

describe('the log of changes', () => {
  it('contains saved, indexed and counted rows', async () => {
    const [first, second] = await index.add([{ title: 'Night nurse' }, { title: 'Cook' }]);
    expect(await logged()).toEqual([
      `job ${SITE} ${first}`,
      `job ${SITE} ${second}`,
      `scopes ${SITE}`,
      `index ${SITE} ${first},${second}`,
    ]);
    await index.search.settle();
    const words = (await logged()).at(-1)!;
    expect(words).toMatch(new RegExp(`^words ${SITE} `));
    expect(words.split(' ')[2]!.split(',')).toEqual(expect.arrayContaining(['cook', 'night', 'nurse']));
  });

  it('contains one row per statement and site', async () => {
    const ids = await index.add([{ title: 'One' }, { title: 'Two' }, { title: 'Three', site: 'another-site' }]);
    const order = [...ids].map(Number).sort((a, b) => a - b);
    await sql`delete from data_change`.execute(database);
    const rows = await loggedBy(`update job set title = title || '!' where id in (${ids.join()})`);
    expect(rows.sort()).toEqual([`job another-site ${order[2]}`, `job ${SITE} ${order[0]},${order[1]}`]);
  });

  it('contains both the old and the new values of an update', async () => {
    const [id] = await index.add([{ title: 'Mover' }]);
    await sql`delete from data_change`.execute(database);
    const rows = await loggedBy(`update job set site = 'elsewhere' where id = ${id}`);
    expect(rows.sort()).toEqual([`job elsewhere ${id}`, `job ${SITE} ${id}`]);
  });

  it('ignores invisible rows, and contains rows that become visible or invisible', async () => {
    const [id] = await index.add([{ title: 'Draft', state: 'draft' }]);
    expect(await logged()).toEqual([]);
    expect(await loggedBy(`update job set title = 'Better draft' where id = ${id}`)).toEqual([]);
    expect(await loggedBy(`update job set state = 'published' where id = ${id}`)).toEqual([`job ${SITE} ${id}`]);
    expect(await loggedBy(`update job set title = title where id = ${id}`)).toHaveLength(1);
    expect(await loggedBy(`update job set state = 'draft' where id = ${id}`)).toHaveLength(2);
    expect(await loggedBy(`delete from job where id = ${id}`)).toHaveLength(2);
  });

  it.each([
    ['organization', `update organization set name = 'Renamed' where id = 1`, `organization ${SITE} 1`],
    ['new organization', NEW_ORGANIZATION, `organization ${SITE} 9001`],
    ['menu', `insert into menu (site, name, items) values ('s', 'm', '[]')`, 'content s'],
    ['menu that goes', `delete from menu where site = 's'`, 'content s'],
    ['setting', `insert into app_config (site, name, key, value) values ('s', 'n', 'k', 'v')`, 'content s'],
    ['landing page', NEW_PAGE, 'content s'],
    ['term', `update term set label = label || '{"en":"Renamed"}' where tid = 101`, 'term *'],
  ])('contains a change of a %s', async (_name, statement, row) => {
    expect(await loggedBy(statement)).toEqual([row]);
  });

  it('contains a file when it is changed or deleted, but not when it is created', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    expect(await loggedBy(`insert into file (id, name, content_type, bytes) values ('${id}', 'a', 'b', '')`)).toEqual(
      [],
    );
    expect(await loggedBy(`update file set name = 'c' where id = '${id}'`)).toEqual(['file *']);
    expect(await loggedBy(`delete from file where id = '${id}'`)).toEqual(['file *', 'file *']);
  });

  it('reports that anything may have changed when a table was truncated', async () => {
    expect(await loggedBy('truncate landing_page')).toEqual(['all *']);
    await sql`delete from data_change`.execute(database);
    expect(await loggedBy('truncate search_job')).toEqual(['all *']);
  });

  it('stays empty when existing terms are seeded again', async () => {
    await seedTerms(database);
    await sql`delete from data_change`.execute(database);
    await seedTerms(database);
    expect(await logged()).toEqual([]);
  });
});

import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../test/support/database.js';
import type { Backend, BackendOptions, BackendSite } from '#contract/backend/backend.js';
import { startBackend } from './index.js';

const site: BackendSite = { name: 'charity-ca', languages: ['en', 'fr'], countries: ['CA'], demo: 'canada' };
const headers = { 'x-causeboard-frontend': 'charity-ca; locale=fr-CA' };

function ask(backend: Backend, query: string, variables: Record<string, unknown> = {}) {
  return backend.execute({ operationName: '', query, variables, headers });
}

describe('startBackend on an empty database', () => {
  let test: TestDatabase;
  let options: BackendOptions;
  const backends: Backend[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    options = {
      dataDir: 'none',
      searchMemoryMb: 0,
      databaseUrl: test.url,
      sites: [site],
      demoData: true,
      secrets: ['a-secret-of-this-test-alone-0123456789'],
      logger: silentLogger,
    };
    const keep = async (): Promise<void> => {
      backends.push(await startBackend(options));
    };
    await Promise.all([keep(), keep()]);
  }, 60_000);
  afterAll(async () => {
    for (const backend of backends) await backend.close();
    await test.close();
  });

  it('creates the demo data once, even if two processes start at the same time', async () => {
    const { rows } = await sql<
      Record<'jobs' | 'organizations' | 'accounts' | 'resumes' | 'findable' | 'pages', number>
    >`
      select (select count(*) from job) as jobs, (select count(*) from organization) as organizations,
        (select count(*) from account where password_hash is not null) as accounts, (select count(*) from resume) as resumes,
        (select count(*) from directory_resume) as findable, (select count(distinct slug) from landing_page) as pages
    `.execute(test.database);
    expect(rows[0]).toMatchObject({ accounts: 5, pages: 8 });
    expect(rows[0]?.findable).toBeGreaterThanOrEqual(490);
    expect(rows[0]?.resumes).toBeGreaterThan(rows[0]?.findable ?? 0);
    expect(rows[0]?.jobs).toBeGreaterThanOrEqual(2000);
    expect(rows[0]?.jobs).toBeLessThan(4000);
    expect(rows[0]?.organizations).toBeGreaterThanOrEqual(150);
    expect(backends.filter(({ demo }) => demo.password !== undefined)).toHaveLength(1);
    for (const { demo } of backends) expect(demo.accounts).toHaveLength(5);
  });

  it('only the demo applicant has a resume among the accounts that can log in', async () => {
    const { rows } = await sql<{ email: string; first_name: string; visible: boolean; about: string | null }>`
      select a.email, p.first_name, r.visible, r.about from resume r join account a on a.id = r.account_id
      join resume_private p on p.resume_id = r.id where a.password_hash is not null
    `.execute(test.database);
    expect(rows).toMatchObject([{ email: 'applicant@demo.causeboard.test', first_name: 'Amara', visible: true }]);
    expect(rows[0]?.about).toBeTruthy();
  });

  it('implements the whole contract', async () => {
    const [backend] = backends;
    if (!backend) throw new Error('no backend');
    await backend.ping();
    const { data, errors } = await ask(
      backend,
      `{ featuredOrganizations(first: 50) { id logo { url } } menu(name: "mini-policy") { items { title url { path } } }
         getAppConfig { key } termTree(vid: "remote_options") { label }
         searchAPISearch(index_id: "jobs", range: { first: 0, last: 1 }) { result_count documents { ...on JobDocument { id } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      menu: { items: [{ title: 'Politique de confidentialité', url: { path: '/privacy-policy' } }, {}, {}] },
      termTree: expect.arrayContaining([{ label: 'À distance' }]) as unknown,
    });
    const { featuredOrganizations: featured } = data as { featuredOrganizations: { logo: { url: string } | null }[] };
    const path = featured.find(({ logo }) => logo)?.logo?.url ?? '';
    expect(await backend.fetch({ path, headers: {} })).toMatchObject({ status: 200 });
  });

  it('does not repeat work on a later start', async () => {
    const messages: string[] = [];
    const info = (_details: object, message: string) => messages.push(message);
    const next = await startBackend({ ...options, logger: { ...silentLogger, info } });
    backends.push(next);
    expect(messages).toEqual([]);
    expect(next.demo.password).toBeUndefined();
  });
});

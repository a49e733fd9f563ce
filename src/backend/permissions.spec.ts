import { sql } from 'kysely';
import { buildSchema } from 'graphql';
import {
  MATRIX,
  PASSWORD,
  RESUME,
  THEMSELVES,
  WHO,
  type Row,
  type Who,
} from '../../test/support/permissions/permission-matrix.js';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../test/support/database.js';
import type { Backend } from '#contract/backend/backend.js';
import { typeDefs } from '#contract/generated/schema.js';
import { UploadedFile } from '#shared/multipart/multipart.js';
import { hashPassword } from './domain/accounts/passwords/password-hash.js';
import { Sessions, SessionTokens } from './domain/accounts/sessions/sessions.js';
import { SEARCH_FEATURES } from '#contract/search/search-features.js';
import { startBackend } from './index.js';

const SECRET = 'a-secret-of-this-test-alone-0123456789';

const ROWS = Object.entries(MATRIX).flatMap(([operation, rows]) =>
  [rows].flat().map((row): [string, string, Row] => [operation, row.ask.replace(/\s*\{[^{]*\}$/, ''), row]),
);
const refusedTo = ({ allowed }: Row): Who[] => WHO.filter((who) => !allowed.includes(who));

/** The GraphQL operation of a row. */
function operationOf(operation: string, { ask: field }: Row): string {
  const declared = field.includes('$part') ? 'M($part: Upload!)' : '';
  return `${operation.startsWith('Mutation') ? `mutation ${declared}` : 'query'} { ${field} }`;
}

describe('who may do what', () => {
  let test: TestDatabase;
  let backend: Backend;
  let sessions: Sessions;
  /** Digests of all tables before the first request. */
  let before: Record<string, string>;
  const accounts = new Map<string, string>();
  /** Sessions for requests that are refused, and therefore cannot end them. */
  const tokens = new Map<Who, string | undefined>();
  const headers = { 'x-causeboard-frontend': 'default; locale=en' };

  async function ask(query: string, token?: string) {
    const own = token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
    const variables = query.includes('$part') ? { part: new UploadedFile('a', new Uint8Array()) } : undefined;
    const { data, errors } = await backend.execute({ operationName: '', query, variables, headers: own });
    return { data, codes: (errors ?? []).map(({ extensions }) => extensions?.code) };
  }

  /** Begins a new session. Each permitted request needs its own, because some of them end it. */
  async function logIn(who: Who): Promise<string | undefined> {
    if (who === 'anonymous') return undefined;
    const accountId = accounts.get(who === 'masqueraded' ? 'acted' : who)!;
    const masqueraderId = who === 'masqueraded' ? accounts.get('administrator') : undefined;
    return sessions.begin(test.database, { accountId, masqueraderId, now: new Date() });
  }

  /** @returns a digest of the rows of each table */
  async function digests(): Promise<Record<string, string>> {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    `.execute(test.database);
    const parts = rows.map(
      ({ name }) =>
        sql`select ${name}::text as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${sql.table(name)} t`,
    );
    const { rows: found } = await sql<{ name: string; digest: string }>`${sql.join(parts, sql` union all `)}`.execute(
      test.database,
    );
    return Object.fromEntries(found.map(({ name, digest }) => [name, digest]));
  }

  beforeAll(async () => {
    test = await createTestDatabase();
    const applications = { captcha: false, needAccount: false, closingMessage: true };
    const site = {
      name: 'default',
      languages: ['en'],
      countries: ['CA'],
      demo: 'international' as const,
      applications,
      aiDescription: true,
    };
    backend = await startBackend({
      // Job vectors would be computed one minute after the start, which no request causes.
      searchFeatures: SEARCH_FEATURES.filter((feature) => feature !== 'meaning'),
      // Background jobs would record their runs, which no request causes either.
      runsBackgroundJobs: false,
      dataDir: 'none',
      searchMemoryMb: 0,
      databaseUrl: test.url,
      sites: [site],
      demoData: false,
      secrets: [SECRET],
      logger: silentLogger,
    });
    await sql`insert into organization (id, site, slug, name, language, source, source_key)
      values (1, 'default', 'one', 'One', 'en', 'test', '1'), (2, 'default', 'two', 'Two', 'en', 'test', '2')`.execute(
      test.database,
    );
    await sql`insert into job (id, site, organization_id, title, language, description, state, published_at, application_workflow,
        source, source_key, content_hash)
      values (1, 'default', 1, 'Draft', 'en', '', 'draft', now(), 'form', 'test', '1', '')`.execute(test.database);
    await sql`select setval(pg_get_serial_sequence('job', 'id'), 100)`.execute(test.database);
    const feed = { subscribe: () => () => undefined, sync: () => Promise.resolve(), isCurrent: false };
    sessions = new Sessions(test.database, new SessionTokens([SECRET]), feed);
    const password_hash = await hashPassword(PASSWORD);
    for (const who of [...THEMSELVES, 'acted']) {
      const role = ['owner', 'editor', 'stranger'].includes(who) ? 'recruiter' : who === 'acted' ? 'applicant' : who;
      const { id } = await test.database
        .insertInto('account')
        .values({
          email: `${who}@people.test`,
          name: who,
          roles: [role],
          password_hash,
          email_verified: new Date(),
          approved_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      accounts.set(who, id);
      if (role !== 'recruiter') continue;
      const membership = who === 'editor' ? ('editor' as const) : ('owner' as const);
      const organization_id = who === 'stranger' ? 2 : 1;
      await test.database
        .insertInto('organization_member')
        .values({ organization_id, account_id: id, role: membership })
        .execute();
    }
    await sql`with owner as (insert into account (email, name, roles) values ('hired@people.test', 'Hired', '{applicant}') returning id)
      insert into resume (key, site, account_id, language, visible, title) select ${RESUME}::uuid, 'default', id, 'en', true, 'Cook' from owner`.execute(
      test.database,
    );
    for (const who of WHO) tokens.set(who, await logIn(who));
    before = await digests();
  }, 60_000);
  afterAll(async () => {
    await backend.close();
    await test.close();
  });

  it('[ROLE-02] is specified for every operation of the contract, and for nothing else', () => {
    const schema = buildSchema(typeDefs);
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
    );
    expect(Object.keys(MATRIX).sort()).toEqual(fields.sort());
  });

  it.each(ROWS.filter(([, , row]) => refusedTo(row).length > 0))(
    '[ROLE-01] [ROLE-02] refuses %s: %s',
    async (operation, _ask, row) => {
      for (const who of refusedTo(row)) {
        const { codes } = await ask(operationOf(operation, row), tokens.get(who));
        expect({ who, codes }).toEqual({ who, codes: [who === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN'] });
      }
    },
  );

  it('[ROLE-01] refused operations have changed nothing', async () => {
    expect(await digests()).toEqual(before);
  });

  it.each(ROWS.filter(([, , { allowed }]) => allowed.length > 0))(
    '[ROLE-01] [ROLE-02] permits %s: %s',
    async (operation, _ask, row) => {
      for (const who of row.allowed) {
        const { codes } = await ask(operationOf(operation, row), await logIn(who));
        expect({ who, codes }).toEqual({ who, codes: [] });
      }
    },
  );

  it('[ROLE-01] no operation has changed the gazetteer', async () => {
    const { place, place_name } = await digests();
    expect({ place, place_name }).toEqual({ place: before.place, place_name: before.place_name });
  });
});

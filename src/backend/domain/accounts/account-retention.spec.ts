import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { deleteDue } from '../../../../test/support/retention.js';
import { auditRetention } from '../audit/audit-log.js';
import { accountRetention } from './create-accounts.js';

const now = new Date('2026-11-21T09:00:00Z');
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

describe('retention of data around accounts', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it('deletes what has expired, and keeps the rest', async () => {
    const { database } = test;
    for (const [name, email_verified, created_at] of [
      ['old', daysAgo(900), daysAgo(900)],
      ['waiting', null, daysAgo(13)],
      ['squatter', null, daysAgo(15)],
      ['asked again', null, daysAgo(15)],
    ] as const)
      await database
        .insertInto('account')
        .values({ email: `${name}@people.test`, name, email_verified, created_at, roles: [] })
        .execute();
    const { id } = await database
      .selectFrom('account')
      .select('id')
      .where('name', '=', 'old')
      .executeTakeFirstOrThrow();
    for (const expires of [daysAgo(1), daysAgo(-1)]) {
      await sql`insert into account_session (account_id, created_at, expires_at) values (${id}, ${daysAgo(30)}, ${expires})`.execute(
        database,
      );
      await sql`insert into account_link (digest, account_id, purpose, expires_at)
        values (${Buffer.from(String(expires.getTime()))}, ${id}, 'verify-email', ${expires})`.execute(database);
      await sql`insert into captcha_solution values (${Buffer.from(String(expires.getTime()))}, ${expires})`.execute(
        database,
      );
    }
    // The details of an expired link are needed until the person requests another one, or the account is deleted.
    for (const [name, expires] of [
      ['waiting', daysAgo(10)],
      ['squatter', daysAgo(12)],
      ['asked again', daysAgo(-1)],
    ] as const)
      await sql`insert into account_link (digest, account_id, purpose, expires_at)
        select ${Buffer.from(name)}, id, 'verify-email', ${expires} from account where name = ${name}`.execute(
        database,
      );
    for (const days of [729, 731])
      await sql`insert into audit_event (at, action) values (${daysAgo(days)}, 'test')`.execute(database);

    await deleteDue(database, now, [...accountRetention, auditRetention]);
    const names = await database.selectFrom('account').select('name').orderBy('name').execute();
    expect(names.map(({ name }) => name)).toEqual(['asked again', 'old', 'waiting']);
    const links = await sql<{ name: string }>`
      select a.name from account_link l join account a on a.id = l.account_id order by a.name
    `.execute(database);
    expect(links.rows.map(({ name }) => name)).toEqual(['asked again', 'old', 'waiting']);
    for (const table of ['account_session', 'captcha_solution', 'audit_event'])
      expect((await sql`select from ${sql.table(table)}`.execute(database)).rows).toHaveLength(1);
  });
});

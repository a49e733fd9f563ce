import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { ledgerFunctions } from './migrations/0045-ledger-functions.js';

describe('the migration of credit balances', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it('[REC-06] converts the balances of organizations into grants', async () => {
    const { database } = test;
    await sql`insert into organization (id, site, slug, name, language, source, source_key)
      values (1, 'default', 'a', 'A', 'en', 'test', '1'), (2, 'uk', 'b', 'B', 'en', 'test', '2')`.execute(database);
    // Puts the database into the state before the migration.
    await sql`drop view credit_balance`.execute(database);
    const { rows: functions } = await sql<{ name: string }>`
      select oid::regprocedure::text as name from pg_proc
      where proname in ('ledger_account_of', 'ledger_lock', 'ledger_available', 'ledger_repeated', 'ledger_put',
        'ledger_take', 'ledger_settle', 'ledger_expire', 'ledger_void_lapsed', 'ledger_revoke')`.execute(database);
    for (const { name } of functions) await sql`drop function ${sql.raw(name)}`.execute(database);
    await sql`drop type ledger_result`.execute(database);
    await sql`create table credit_balance (organization_id bigint, type text, amount integer)`.execute(database);
    await sql`insert into credit_balance values (1, 'job', 12), (1, 'resume_contact', 0), (2, 'job', 3)`.execute(
      database,
    );
    await database.transaction().execute((trx) => ledgerFunctions.up(trx));
    const balances = database.selectFrom('credit_balance').selectAll().orderBy('organization_id').orderBy('type');
    expect(await balances.execute()).toEqual([
      { organization_id: 1, type: 'job', amount: 12 },
      { organization_id: 1, type: 'resume_contact', amount: 0 },
      { organization_id: 2, type: 'job', amount: 3 },
    ]);
    const transfers = database.selectFrom('ledger_transfer').select(['site', 'kind', 'amount', 'cause_kind']);
    expect(await transfers.orderBy('id').execute()).toEqual([
      { site: 'default', kind: 'grant', amount: 12, cause_kind: 'migration' },
      { site: 'uk', kind: 'grant', amount: 3, cause_kind: 'migration' },
    ]);
  });
});

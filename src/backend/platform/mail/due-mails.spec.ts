import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { IS_AWAITED, takeDueMail } from './due-mails.js';
import { putMail } from './outbox.js';

describe('the next mail', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it('[AUTH-12] is one that somebody waits for, however many alerts were due earlier', async () => {
    await sql`
      insert into mail (site, language, template, recipient, created_at, due_at)
      select 'good', 'en', 'job-alert', 'alert' || n || '@example.org', now(), now() - interval '1 hour' from generate_series(1, 3000) n
    `.execute(test.database);
    await sql`analyze mail`.execute(test.database);
    const recipient = 'person@example.org';
    const details = { path: '/user/verify?token=abc' };
    const mail = { site: 'good', language: 'en', template: 'verify-email', recipient, details } as const;
    await putMail(test.database, mail, new Date());
    const take = () => takeDueMail(test.database, { now: new Date(Date.now() + 1000), leaseMs: 60_000 });
    expect((await take())?.recipient).toBe(recipient);
    expect((await take())?.template).toBe('job-alert');
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from mail where sent_at is null and given_up_at is null and ${IS_AWAITED} and due_at <= now()
      order by due_at, id limit 1
    `.execute(test.database);
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('mail_awaited');
  });
});

import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { loggedReason, shownReason } from '../../../platform/background-jobs/recurring-work.js';
import { takeDueMail } from '../../../platform/mail/due-mails.js';
import { putMail } from '../../../platform/mail/outbox.js';
import { textsOf } from '../../../platform/texts/site-texts.js';
import { queueSources, measureQueues } from './queue.resolvers.js';
import { expireQueue, publishQueue, feedQueue, mailQueue } from './queues.js';
import { findLateWork } from './queue-source.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const later = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);
const SERVED = ['default'];
const TOKEN = 'a-token-that-opens-an-account';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
}, 60_000);
afterAll(() => test.close());

async function mail(recipient: string, columns: Record<string, unknown> = {}): Promise<number> {
  const details = { path: `/user/verify?token=${TOKEN}` };
  const id = await putMail(
    test.database,
    { site: 'default', language: 'en', template: 'verify-email', recipient, details },
    NOW,
  );
  if (Object.keys(columns).length > 0)
    await test.database.updateTable('mail').set(columns).where('id', '=', id).execute();
  return id;
}

const page = (state: 'waiting' | 'running' | 'failed', now = NOW) => ({
  state,
  limit: 10,
  offset: 0,
  now,
  texts: textsOf({}, 'en'),
});

describe('[PAGE-08] background work', () => {
  afterEach(async () => {
    await sql`delete from mail`.execute(test.database);
    await sql`delete from import_feed`.execute(test.database);
  });

  it('a mail waits, runs while a process holds it, and fails with a reason; its content is never shown', async () => {
    await mail('waiting@people.test');
    await mail('away@people.test', { attempts: 2, failure: 'connect ECONNREFUSED', due_at: later(5) });
    const refusal = `550 Spam: https://default.test/user/verify?token=${TOKEN} is not welcome`;
    await mail('failed@people.test', { attempts: 1, failure: refusal, given_up_at: later(-1) });
    await mail('sent@people.test', { attempts: 1, sent_at: NOW });
    const taken = (await takeDueMail(test.database, { now: NOW, leaseMs: 60_000 }))!;
    expect(taken.recipient).toBe('waiting@people.test');
    expect(await mailQueue.count(test.database, NOW)).toEqual({ waiting: 1, running: 1, failed: 1, nextAt: later(5) });
    const listed = async (state: 'waiting' | 'running' | 'failed', now = NOW) =>
      (await mailQueue.list(test.database, page(state, now))).map(({ about, isRetryable }) => [about, isRetryable]);
    expect(await listed('running')).toEqual([['waiting@people.test', false]]);
    expect(await listed('waiting')).toEqual([['away@people.test', true]]);
    expect(await listed('failed')).toEqual([['failed@people.test', true]]);
    // The process that held it has died.
    expect(await listed('running', later(2))).toEqual([]);
    const [failed] = await mailQueue.list(test.database, page('failed'));
    expect(failed).toMatchObject({ name: 'verify-email', attempts: 1, reason: '550 Spam: … is not welcome' });
    expect(JSON.stringify(failed)).not.toContain(TOKEN);
  });

  it('[OPS-03] a mail that cannot be sent is overdue since it was first due, although each attempt puts the next one off', async () => {
    const overdue = async () => {
      const measured = await measureQueues(test.database, queueSources({ sites: SERVED, hasStore: false }), NOW);
      return measured.find(({ kind }) => kind === 'mail')!.overdueSeconds;
    };
    await mail('withdrawable@people.test', { created_at: later(-300), due_at: later(30) });
    await mail('being-sent@people.test', { created_at: later(-300), attempts: 1, taken_at: NOW, due_at: later(1) });
    await mail('given-up@people.test', { created_at: later(-300), attempts: 9, failure: '550 no', given_up_at: NOW });
    await mail('never-tried@people.test', { created_at: later(-300), due_at: later(-5) });
    expect(await overdue()).toBe(300);
    const away = { created_at: later(-120), attempts: 3, failure: 'connect ECONNREFUSED', due_at: later(20) };
    const id = await mail('away@people.test', away);
    expect(await overdue()).toBe(7200);
    await test.database
      .updateTable('mail')
      .set({ taken_at: NOW, due_at: later(1) })
      .where('id', '=', id)
      .execute();
    expect(await overdue()).toBe(7200);
    expect((await mailQueue.count(test.database, NOW)).nextAt).toEqual(later(-5));
  });

  it('failed mails are retried unchanged, one or all, but never those that were sent or are being sent', async () => {
    const one = await mail('one@people.test', { failure: '550 no', given_up_at: NOW });
    await mail('two@people.test', { failure: '550 no', given_up_at: NOW });
    const sent = await mail('sent@people.test', { sent_at: NOW });
    const running = await mail('running@people.test', { failure: 'away', taken_at: NOW, due_at: later(1) });
    await mail('fresh@people.test', { due_at: later(30) });
    const away = await mail('away@people.test', { failure: 'away', due_at: later(30) });
    const retry = (which: { id: number } | { state: 'failed' | 'waiting' }) =>
      test.database
        .transaction()
        .execute((trx) => mailQueue.retry!(trx, 'id' in which ? { id: String(which.id) } : which, NOW));
    expect([await retry({ id: sent }), await retry({ id: running }), await retry({ id: 999_999 })]).toEqual([0, 0, 0]);
    expect([await retry({ id: one }), await retry({ id: one })]).toEqual([1, 1]);
    expect(await retry({ state: 'failed' })).toBe(1);
    expect(await retry({ id: away })).toBe(1);
    const due: string[] = [];
    for (let next = await takeDueMail(test.database, { now: NOW, leaseMs: 60_000 }); next;) {
      expect(next.details).toEqual({ path: `/user/verify?token=${TOKEN}` });
      due.push(next.recipient);
      next = await takeDueMail(test.database, { now: NOW, leaseMs: 60_000 });
    }
    expect(due.sort()).toEqual(['away@people.test', 'one@people.test', 'two@people.test']);
  });

  it('a feed shows its host and no more of its address; a retry reads it at once', async () => {
    const feed = {
      site: 'default',
      url: 'https://user:secret@feeds.test/jobs?key=secret',
      source: 'feed-1',
      every_minutes: 60,
      due_at: later(50),
      outcome: 'failed' as const,
      message: 'Not found: https://feeds.test/jobs?key=secret',
      failures: 3,
    };
    const { rows } = await sql<{ id: number }>`
      insert into import_feed (site, url, source, every_minutes, due_at, outcome, message, failures)
      values (${feed.site}, ${feed.url}, ${feed.source}, ${feed.every_minutes}, ${feed.due_at}, ${feed.outcome}, ${feed.message}, ${feed.failures})
      returning id
    `.execute(test.database);
    const [task] = await feedQueue(SERVED).list(test.database, page('failed'));
    expect(task).toMatchObject({
      name: 'feed-1',
      about: 'feeds.test',
      attempts: 3,
      reason: 'Not found: …',
      isRetryable: true,
    });
    expect(JSON.stringify(task)).not.toContain('secret');
    expect(await feedQueue(SERVED).count(test.database, NOW)).toMatchObject({ waiting: 0, running: 0, failed: 1 });
    const retry = () =>
      test.database.transaction().execute((trx) => feedQueue(SERVED).retry!(trx, { id: String(rows[0]!.id) }, NOW));
    expect(await retry()).toBe(1);
    expect((await feedQueue(SERVED).list(test.database, page('failed')))[0]!.dueAt).toBe(NOW.toISOString());
    await sql`update import_feed set lease = gen_random_uuid(), due_at = ${later(2)}`.execute(test.database);
    expect(await retry()).toBe(0);
    expect(await feedQueue(SERVED).count(test.database, NOW)).toMatchObject({ running: 1, failed: 0 });
  });

  it('[OPS-03] a feed of a site that this process does not serve is not late, and is shown only where the site is served', async () => {
    const add = (site: string) =>
      sql`insert into import_feed (site, url, source, every_minutes, due_at) values (${site}, 'https://feeds.test/', 'feed', 60, ${later(-60)})`.execute(
        test.database,
      );
    const overdue = async () => {
      const measured = await measureQueues(test.database, queueSources({ sites: SERVED, hasStore: false }), NOW);
      return measured.find(({ kind }) => kind === 'feed');
    };
    await add('elsewhere');
    expect(await overdue()).toMatchObject({ waiting: 0, overdueSeconds: 0 });
    expect(await feedQueue(SERVED).list(test.database, page('waiting'))).toEqual([]);
    expect(await findLateWork(test.database, SERVED, NOW)).toEqual([]);
    expect(await findLateWork(test.database, ['elsewhere'], NOW)).toEqual(['feed']);
    await add('default');
    expect(await overdue()).toMatchObject({ waiting: 1, overdueSeconds: 3600 });
    expect(await findLateWork(test.database, SERVED, NOW)).toEqual(['feed']);
  });

  it('jobs that are published and archived at their time are counted, and reported if long overdue', async () => {
    expect(await findLateWork(test.database, SERVED, NOW)).toEqual([]);
    const { rows } = await sql<{ id: number }>`
      insert into organization (site, slug, name, language, source, source_key) values ('default', 'o', 'O', 'en', 'test', 'o') returning id
    `.execute(test.database);
    const add = (title: string, state: string, publishedAt: Date, expiresAt: Date | null) =>
      sql`insert into job (site, organization_id, title, language, description, state, published_at, expires_at, application_workflow, source, source_key, content_hash)
        values ('default', ${rows[0]!.id}, ${title}, 'en', '', ${state}, ${publishedAt}, ${expiresAt}, 'form', 'test', ${title}, '')`.execute(
        test.database,
      );
    await add('Tomorrow', 'scheduled', later(1440), null);
    await add('Today', 'scheduled', later(60), null);
    await add('Ends', 'published', later(-60), later(30));
    await add('Endless', 'published', later(-60), null);
    expect(await publishQueue.count(test.database, NOW)).toEqual({
      waiting: 2,
      running: 0,
      failed: 0,
      nextAt: later(60),
    });
    expect((await publishQueue.list(test.database, page('waiting'))).map(({ name }) => name)).toEqual([
      'Today',
      'Tomorrow',
    ]);
    expect(await publishQueue.list(test.database, page('failed'))).toEqual([]);
    expect(await expireQueue.count(test.database, NOW)).toMatchObject({ waiting: 1, nextAt: later(30) });
    expect(await findLateWork(test.database, SERVED, later(50))).toEqual(['expire']);
    await mail('late@people.test', { due_at: later(500) });
    expect(await findLateWork(test.database, SERVED, later(80))).toEqual(['mail', 'publish', 'expire']);
  });

  it('a reason is one line, not long, and without addresses', () => {
    expect(shownReason(null)).toBeNull();
    expect(shownReason('a\r\nb smtp://user:password@mail.test:25 c')).toBe('a b … c');
    expect(shownReason('x'.repeat(1000))).toHaveLength(301);
    expect(loggedReason('550 5.1.1 <jane@people.test>: see https://a.test/?to=jane@people.test (from a@b.test)')).toBe(
      '550 5.1.1 <…>: see … (from …)',
    );
  });
});

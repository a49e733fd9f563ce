import { sql } from 'kysely';
import { RETENTION_KINDS } from '#contract/retention/retention-periods.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { recordingIndexer } from '../../../../test/support/data/jobs.js';
import { recordTasks } from '../../../../test/support/recorded-tasks.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { RetentionRule } from '../../platform/retention/retention-rule.js';
import { auditRetention } from '../audit/audit-log.js';
import { mailRetention } from '../../platform/mail/due-mails.js';
import { textsOf } from '../../platform/texts/site-texts.js';
import { publishQueue } from '../administration/background-jobs/queues.js';
import { isClockTrusted, startScheduleWorker, trustClock } from '../job-editing/schedule/schedule-worker.js';
import { deleteAllDue, runRetention } from './create-retention.js';
import { RETAINED_TABLES } from './retained-tables.js';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-26T09:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const later = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000);

const site = (name: string, emails?: number): BackendSite => ({
  name,
  languages: ['en'],
  countries: ['GB'],
  demo: 'international',
  retention: { emails },
});
const sites = [site('short', 4), site('usual')];

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  await sql`truncate mail, retention_run, audit_event, schedule_clock cascade`.execute(test.database);
});

async function mails(count: number, name: string, days: number): Promise<void> {
  await sql`
    insert into mail (site, language, template, recipient, created_at, due_at)
    select ${name}, 'en', 'password-changed', 'somebody@people.test', ${daysAgo(days)}, ${daysAgo(days)} from generate_series(1, ${count})
  `.execute(test.database);
}

async function mailsLeft(): Promise<number> {
  return (await sql`select from mail`.execute(test.database)).rows.length;
}

async function entries(): Promise<unknown[]> {
  const { rows } =
    await sql`select site, details from audit_event where action = 'retention.deleted' order by site`.execute(
      test.database,
    );
  return rows;
}

const run = (now = NOW, rule: RetentionRule = mailRetention) =>
  runRetention(rule, { database: test.database, sites, now });

describe('the table of retained data', () => {
  it('contains every table of the database, and rows that depend on another row are deleted with it', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1
    `.execute(test.database);
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(RETAINED_TABLES).sort());
    const { rows: cascades } = await sql<{ edge: string }>`
      select conrelid::regclass || ' ' || confrelid::regclass as edge from pg_constraint where contype = 'f' and confdeltype = 'c'
    `.execute(test.database);
    const known = new Set(cascades.map(({ edge }) => edge));
    const parents = Object.entries(RETAINED_TABLES).flatMap(([name, rule]) =>
      'with' in rule ? [`${name} ${rule.with}`] : [],
    );
    expect(parents.filter((edge) => !known.has(edge))).toEqual([]);
  });

  it('has a table for every kind', () => {
    const kinds = Object.values(RETAINED_TABLES).flatMap((rule) => ('kinds' in rule ? rule.kinds : []));
    expect([...new Set(kinds)].sort()).toEqual([...RETENTION_KINDS].sort());
  });
});

describe('a run', () => {
  it('deletes what each site no longer keeps, and rows of unknown sites after the longest period of all sites', async () => {
    for (const name of ['short', 'usual', 'closed-down']) for (const days of [3, 5, 8]) await mails(1, name, days);
    const tasks = recordTasks();
    expect(await run()).toBe(4);
    tasks.stop();
    expect(tasks.done).toEqual(['retention emails']);
    const { rows } = await sql`select site, count(*)::integer from mail group by site order by site`.execute(
      test.database,
    );
    expect(rows).toEqual([
      { site: 'closed-down', count: 2 },
      { site: 'short', count: 1 },
      { site: 'usual', count: 2 },
    ]);
    expect(await entries()).toEqual([
      { site: 'closed-down', details: { kind: 'emails', count: '1' } },
      { site: 'short', details: { kind: 'emails', count: '2' } },
      { site: 'usual', details: { kind: 'emails', count: '1' } },
    ]);
  });

  it('takes place once a day, also after a restart, and writes no entry if nothing was deleted', async () => {
    await run();
    expect(await entries()).toEqual([]);
    await mails(1, 'usual', 8);
    expect(await run(later(23))).toBe(0);
    expect(await run(later(24))).toBe(1);
    // The clock was set back meanwhile.
    await mails(1, 'usual', 9);
    expect(await run(later(12))).toBe(1);
  });

  it('loses one batch if its process dies; another process continues it and writes one entry', async () => {
    await mails(1200, 'usual', 8);
    let batches = 0;
    const dying: RetentionRule = {
      ...mailRetention,
      async deleteDue(...args) {
        const deleted = await mailRetention.deleteDue(...args);
        batches += 1;
        if (batches === 2) throw new Error('killed');
        return deleted;
      },
    };
    await expect(run(NOW, dying)).rejects.toThrow('killed');
    expect([await mailsLeft(), await entries()]).toEqual([700, []]);
    expect(await run(later(1))).toBe(700);
    expect(await entries()).toEqual([{ site: 'usual', details: { kind: 'emails', count: '1200' } }]);
  });

  it('finds many rows at a time, deletes them in batches, and ends although some cannot be deleted', async () => {
    const left = new Set(Array.from({ length: 12_000 }, (_each, index) => String(index)));
    const [finds, batches]: [number[], number[]] = [[], []];
    const found: RetentionRule = {
      ...mailRetention,
      batch: 4000,
      findDue(_database, _cutoff, limit) {
        finds.push(limit);
        return Promise.resolve([...left].slice(0, limit));
      },
      deleteDue(_trx, _cutoff, _limit, ids) {
        batches.push(ids.length);
        return Promise.resolve([{ site: 'usual', count: ids.filter((id) => id !== '5' && left.delete(id)).length }]);
      },
    };
    expect(await run(NOW, found)).toBe(11_999);
    expect(finds).toEqual([10_000, 10_000]);
    expect(batches).toEqual([4000, 4000, 2000, 2001]);
    expect(await run(later(1), found)).toBe(0);
    expect(await entries()).toEqual([{ site: 'usual', details: { kind: 'emails', count: '11999' } }]);
    const stuck = { ...found, findDue: () => Promise.resolve(Array<string>(10_000).fill('5')) };
    expect(await run(later(25), stuck)).toBe(0);
  });

  it('announces further deletions once nothing more is due', async () => {
    const steps: string[] = [];
    const announcing: RetentionRule = {
      ...mailRetention,
      announcement: {
        days: 2,
        find: (_database, ahead, _limit, now) => {
          steps.push(`find ${(ahead.now.getTime() - now.getTime()) / DAY_MS} days ahead`);
          return Promise.resolve(['a', 'b']);
        },
        announce: (_trx, _ahead, found) => {
          steps.push(`announce ${found.join(' ')}`);
          return Promise.resolve(found.length);
        },
      },
      deleteDue(...args) {
        steps.push('delete');
        return mailRetention.deleteDue(...args);
      },
    };
    await mails(600, 'usual', 8);
    expect(await run(NOW, announcing)).toBe(600);
    expect(steps).toEqual(['delete', 'delete', 'find 2 days ahead', 'announce a b']);
  });

  it('takes place once with several processes', async () => {
    await mails(1700, 'usual', 8);
    const counts = await Promise.all([run(), run(), run()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1700);
    await run(later(1));
    expect(await mailsLeft()).toBe(0);
    expect(await entries()).toEqual([{ site: 'usual', details: { kind: 'emails', count: '1700' } }]);
  });
});

describe('a round over all kinds', () => {
  const round = (now: Date, rules: readonly RetentionRule[], database = test.database) =>
    deleteAllDue({
      database,
      rules,
      sites,
      isClockTrusted: (time) => isClockTrusted(test.database, time),
      clock: () => now,
      logger: silentLogger,
    });

  it('continues after a kind that fails, records the failure, and retries it', async () => {
    await mails(1, 'usual', 8);
    let isBroken = true;
    const broken: RetentionRule = {
      ...auditRetention,
      deleteDue: (...args) => (isBroken ? Promise.reject(new Error('disk full')) : auditRetention.deleteDue(...args)),
    };
    await round(NOW, [broken, mailRetention]);
    expect(await mailsLeft()).toBe(0);
    const failed = () =>
      sql<{ at: Date | null }>`select failed_at as at from retention_run where kind = 'auditEvents'`
        .execute(test.database)
        .then(({ rows }) => rows[0]!.at);
    expect(await failed()).toEqual(NOW);
    isBroken = false;
    await round(later(1), [broken]);
    expect(await failed()).toBeNull();
  });

  it('gives every kind its turn: one with much to delete is continued in the next round', async () => {
    await mails(1, 'usual', 8);
    let [time, batches] = [NOW.getTime(), 5];
    const slow: RetentionRule = {
      ...auditRetention,
      deleteDue(_trx, _cutoff, limit) {
        time += 20_000;
        batches -= 1;
        return Promise.resolve([{ site: 'usual', count: batches > 0 ? limit : 1 }]);
      },
    };
    const parts = { database: test.database, rules: [slow, mailRetention], sites, logger: silentLogger };
    const next = () =>
      deleteAllDue({ ...parts, isClockTrusted: () => Promise.resolve(true), clock: () => new Date(time) });
    expect([await next(), batches, await mailsLeft()]).toEqual([true, 2, 0]);
    expect([await next(), batches]).toEqual([false, 0]);
    expect(await entries()).toEqual([
      { site: 'usual', details: { kind: 'emails', count: '1' } },
      { site: 'usual', details: { kind: 'auditEvents', count: '2001' } },
    ]);
  });

  it('gets further although each search takes longer than a turn', async () => {
    let time = NOW.getTime();
    const left = new Set(['a', 'b', 'c']);
    const searching: RetentionRule = {
      ...auditRetention,
      batch: 1,
      findDue() {
        time += 120_000;
        return Promise.resolve([...left]);
      },
      deleteDue(_trx, _cutoff, _limit, found) {
        for (const id of found) left.delete(id);
        return Promise.resolve([{ site: 'usual', count: found.length }]);
      },
    };
    const parts = { database: test.database, rules: [searching], sites, logger: silentLogger };
    await deleteAllDue({ ...parts, isClockTrusted: () => Promise.resolve(true), clock: () => new Date(time) });
    expect([...left]).toEqual([]);
  });

  it('waits before it tries a kind again that has failed', async () => {
    let attempts = 0;
    const broken: RetentionRule = {
      ...auditRetention,
      deleteDue() {
        attempts += 1;
        return Promise.reject(new Error('disk full'));
      },
    };
    for (const minutes of [0, 1, 9, 10]) await round(new Date(NOW.getTime() + minutes * 60_000), [broken]);
    expect(attempts).toBe(2);
  });

  it('records no failure if no run was due, because nothing would clear it until the next run', async () => {
    await round(NOW, [auditRetention]);
    const withoutTransactions = new Proxy(test.database, {
      get(target, name) {
        if (name === 'transaction') throw new Error('connection lost');
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const failures = () =>
      sql<{ at: Date | null }>`select failed_at as at from retention_run`
        .execute(test.database)
        .then(({ rows }) => rows);
    await round(later(0.5), [auditRetention], withoutTransactions);
    expect(await failures()).toEqual([{ at: null }]);
    await round(later(24), [auditRetention], withoutTransactions);
    expect(await failures()).toEqual([{ at: later(24) }]);
  });

  it('deletes nothing by a clock that is far ahead of the database’s last activity', async () => {
    await mails(1, 'usual', 0);
    await trustClock(test.database, NOW);
    const inYears = new Date('2031-11-26T09:00:00Z');
    await round(inYears, [mailRetention]);
    expect(await mailsLeft()).toBe(1);
    await trustClock(test.database, inYears);
    await round(inYears, [mailRetention]);
    expect(await mailsLeft()).toBe(0);
  });

  it('deletes nothing by such a clock after jobs were published and archived by it, until an administrator confirms it', async () => {
    await mails(1, 'usual', 0);
    await trustClock(test.database, NOW);
    const inYears = new Date('2031-11-26T09:00:00Z');
    const logged: string[] = [];
    const worker = startScheduleWorker({
      database: test.database,
      indexer: recordingIndexer(),
      changes: { subscribe: () => () => undefined },
      clock: () => inYears,
      logger: { ...silentLogger, error: (_details, message) => logged.push(message) },
    });
    await waitFor('the clock to be doubted', () => logged.length > 0);
    await worker.stop();
    await round(inYears, [mailRetention]);
    expect(await mailsLeft()).toBe(1);

    const page = { state: 'failed', limit: 10, offset: 0, now: inYears, texts: textsOf({}, 'en') } as const;
    expect(await publishQueue.count(test.database, inYears)).toMatchObject({ failed: 1 });
    expect(await publishQueue.list(test.database, page)).toMatchObject([{ name: 'Server clock', isRetryable: true }]);
    const retry = () => test.database.transaction().execute((trx) => publishQueue.retry!(trx, { id: '0' }, inYears));
    expect([await retry(), await retry()]).toEqual([1, 0]);
    expect(await publishQueue.list(test.database, page)).toEqual([]);
    await round(inYears, [mailRetention]);
    expect(await mailsLeft()).toBe(0);
  });
});

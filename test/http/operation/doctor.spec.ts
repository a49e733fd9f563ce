import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { createS3Store } from '../../../src/backend/platform/files/store/s3-store.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { S3Server } from '../../support/servers/s3-server.js';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';
import { StubServer } from '../../support/servers/stub-server.js';

const SECRET = 'a-secret-that-only-the-tests-know-0123456789';
const DAY_MS = 86_400_000;

let folder: string;
let test: TestDatabase;
let smtp: TestSmtpServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'causeboard-doctor-'));
  mkdirSync(join(folder, 'backups'));
  writeFileSync(join(folder, 'backups', 'last-night.tar.zst'), '');
  [test, smtp] = await Promise.all([createTestDatabase(), TestSmtpServer.start()]);
});
afterAll(async () => {
  await smtp.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns the output lines by topic, without the disk usage, which depends on this machine */
async function examine(settings: Record<string, string>, args = ['--backups', join(folder, 'backups')]) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', DATA_DIR: folder };
  const run = promisify(execFile)(process.execPath, ['build/server/bundle/doctor.mjs', ...args], {
    env: { ...env, ...settings },
  });
  const { stdout, code } = await run.then(
    (done) => ({ stdout: done.stdout, code: 0 }),
    (error: unknown) => error as { stdout: string; code: number },
  );
  const lines = stdout.split('\n').filter((line) => line !== '' && !/^\w+ +disk:/.test(line));
  return { code, lines, notOk: lines.filter((line) => !line.startsWith('ok ')), stdout };
}

const healthy = () => ({
  AUTH_SECRET: SECRET,
  DATABASE_URL: test.url,
  SMTP_URL: smtp.url,
  PUBLIC_URL: process.env.TEST_EMBEDDED!,
});

it('reports that a healthy installation is healthy, and changes nothing', async () => {
  const { code, lines, notOk } = await examine(healthy());
  expect({ code, notOk }).toEqual({ code: 0, notOk: [] });
  const about = lines.map((line) => /^ok +([^:]+):/.exec(line)?.[1]);
  expect(about).toEqual([
    ...['settings', 'database', 'extensions', 'clock', 'schema', 'outgoing mail', 'files', 'SMTP', 'backups', 'Redis'],
    'public address',
  ]);
  expect(smtp.mails).toEqual([]);
});

it('names each problem with a remedy and without passwords', async () => {
  const away = 'user:password-of-somebody@127.0.0.1:9';
  const { code, notOk, stdout } = await examine({
    ...healthy(),
    DATABASE_URL: `postgres://${away}/jobs`,
    SMTP_URL: `smtp://${away}`,
    REDIS_URL: `redis://${away}`,
    PUBLIC_URL: 'http://127.0.0.1:9',
  });
  expect(code).toBe(2);
  expect(notOk.map((line) => /^(\w+) +([^:]+):.+ — .+$/.exec(line)?.slice(1, 3).join(' '))).toEqual([
    'FAILED database',
    'FAILED SMTP',
    'FAILED Redis',
    'FAILED public address',
  ]);
  expect(stdout).not.toContain('password-of-somebody');
  expect(stdout).not.toContain(SECRET);
});

it('reports that a public address leads nowhere, or to another program', async () => {
  const stub = await StubServer.start();
  const type = 'application/speculationrules+json';
  const answers: [status: number, type: string, found: string][] = [
    [503, type, '/speculation-rules.json answers with status 503'],
    [404, type, '/speculation-rules.json answers with status 404'],
    [200, 'text/html', ' belongs to another program: /speculation-rules.json has text/html'],
  ];
  try {
    for (const [status, contentType, found] of answers) {
      stub.answer = (_request, response) => void response.writeHead(status, { 'content-type': contentType }).end('{}');
      const { code, notOk } = await examine({ ...healthy(), PUBLIC_URL: stub.origin });
      expect([code, notOk]).toEqual([2, [expect.stringContaining(`${stub.origin}${found} — check the DNS entry, `)]]);
    }
  } finally {
    await stub.close();
  }
});

it('checks the database and the age of backups', async () => {
  await sql`insert into mail (site, language, template, recipient, details, created_at, due_at)
    values ('default', 'en', 'verify-email', 'ada@example.org', '{}', now(), now() - interval '45 minutes')`.execute(
    test.database,
  );
  const late = await examine(healthy());
  expect([late.code, late.notOk]).toEqual([
    2,
    [expect.stringMatching(/^FAILED +outgoing mail: the oldest has been due for 45 minutes — /)],
  ]);
  await sql`
    update mail set created_at = now() - interval '50 minutes', attempts = 4, failure = 'away', due_at = now() + interval '20 minutes'
  `.execute(test.database);
  expect((await examine(healthy())).notOk).toEqual([
    expect.stringMatching(/^FAILED +outgoing mail: the oldest has been due for 50 minutes — /),
  ]);
  await sql`delete from mail`.execute(test.database);
  await sql`delete from migration where name = (select max(name) from migration)`.execute(test.database);
  const behind = await examine(healthy());
  expect([behind.code, behind.notOk]).toEqual([
    1,
    [expect.stringMatching(/^WARNING +schema: migrations not applied yet: 1 — /)],
  ]);

  const old = new Date(Date.now() - 3 * DAY_MS);
  // The file of a backup that was killed last night.
  writeFileSync(join(folder, 'backups', 'causeboard-2026-11-26T02-30-00Z.tar.zst.partial'), '');
  utimesSync(join(folder, 'backups', 'last-night.tar.zst'), old, old);
  const { notOk } = await examine(healthy());
  expect(notOk).toContainEqual(expect.stringMatching(/^WARNING +backups: the newest is 72 hours old — /));
  const unknown = await examine(healthy(), []);
  expect(unknown.notOk).toContainEqual(expect.stringMatching(/^WARNING +backups: their age is unknown — /));
});

it('[OPS-05] checks the age of backups in object storage', async () => {
  const server = await S3Server.start();
  try {
    const settings = { ...healthy(), AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
    const args = ['--backups', `${server.backupsUrl}/jobs/?endpoint=${server.endpoint}`];
    const about = async (changes = {}) =>
      (await examine({ ...settings, ...changes }, args)).lines.filter((line) => line.includes(' backups: '));
    expect(await about()).toEqual([
      expect.stringMatching(/^FAILED +backups: there is no backup in s3:\/\/backups\/jobs\/ — /),
    ]);
    const { accessKeyId, secretAccessKey } = server.options;
    const store = createS3Store({ url: args[1]!, accessKeyId, secretAccessKey });
    await store.put('a.tar.zst', Buffer.from('a'), createHash('sha256').update('a').digest('hex'));
    expect(await about()).toEqual([expect.stringMatching(/^ok +backups: the newest is 0 hours old$/)]);
    expect(await about({ BACKUP_AWS_ACCESS_KEY_ID: 'a' })).toEqual([
      expect.stringMatching(/^FAILED .*BACKUP_AWS_SECRET_ACCESS_KEY are set together/),
    ]);
  } finally {
    await server.stop();
  }
});

it('requires the extensions that the documentation lists', async () => {
  const { lines } = await examine(healthy());
  const [, checked = ''] = /^ok +extensions: (.+) are available$/m.exec(lines.join('\n'))!;
  const manual = readFileSync('docs/operating.md', 'utf8').replace(/\s+/g, ' ');
  const [, listed = ''] = /version 15 or newer, with the extensions ([^)]+)\)/.exec(manual)!;
  expect(listed.replaceAll('`', '')).toBe(checked);
});

it('[OPS-04] names invalid and contradictory settings, and unknown arguments', async () => {
  const wrong = await examine({ ...healthy(), PORT: 'many', AUTH_SECRET: 'short' });
  expect(wrong.code).toBe(2);
  expect(wrong.notOk.map((line) => /settings: (\w+): /.exec(line)?.[1])).toEqual(['PORT', 'AUTH_SECRET']);
  const odd = await examine({ ...healthy(), RATE_LIMITS: 'off', DEMO_DATA: 'on' });
  expect(odd.notOk.filter((line) => line.includes('settings:'))).toEqual([
    expect.stringMatching(/^WARNING +settings: DEMO_DATA is on at a public address/),
    expect.stringMatching(/^WARNING +settings: RATE_LIMITS is off/),
  ]);
  expect((await examine({}, ['--backup', 'x'])).code).toBe(2);
});

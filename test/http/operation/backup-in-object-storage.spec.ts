import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openCluster } from '../../../src/backend/platform/embedded-postgres/cluster.js';
import { silentLogger } from '../../support/database.js';
import { S3Server } from '../../support/servers/s3-server.js';
import { waitFor } from '../../support/wait-for.js';

const run = promisify(execFile);
const START_MS = 180_000;

let server: S3Server;
let folder: string;

beforeAll(async () => {
  server = await S3Server.start();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-backup-s3-'));
});
afterEach(() => {
  server.interfere = () => undefined;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns the output and the exit status of the command */
async function command(name: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const { FILES_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = server.settings;
  const own = { PATH: process.env.PATH, HOME: process.env.HOME, FILES_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  const program = `build/server/bundle/${name}.mjs`;
  try {
    const { stderr } = await run(process.execPath, [program, ...args], { env: { ...own, ...env } });
    return { code: 0, says: stderr };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, says: stderr };
  }
}

const source = { DATA_DIR: process.env.TEST_DATA_DIR! };
const saying = (code: number, text: string) => ({ code, says: expect.stringContaining(text) as string });

/** @returns the ids of a database's jobs; empty if it has no tables */
async function jobsOf(dataDir: string): Promise<string[]> {
  const cluster = await openCluster(dataDir, silentLogger);
  const client = new pg.Client(cluster.target);
  await client.connect();
  try {
    const { rows } = await client.query<{ tables: string }>(
      `select count(*) as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    if (rows[0]!.tables === '0') return [];
    return (await client.query<{ id: string }>('select id::text as id from job')).rows.map(({ id }) => id);
  } finally {
    await client.end();
    await cluster.close();
  }
}

it(
  '[OPS-05] an encrypted backup in another bucket is verified and restored; nothing of a damaged one is restored',
  async () => {
    const file = `${server.backupsUrl}/nightly/a.tar.zst`;
    const key = { BACKUP_PASSPHRASE: 'correct horse battery' };
    const before = await jobsOf(source.DATA_DIR);
    expect(await command('backup', [file], { ...source, ...key })).toEqual(
      saying(0, 'rows are in s3://backups/nightly/a.tar.zst, encrypted.'),
    );
    const after = new Set(await jobsOf(source.DATA_DIR));
    expect(server.backups()).toEqual({ keys: ['nightly/a.tar.zst'], unfinished: [] });
    expect(await command('backup', [file], { ...source, ...key })).toEqual(saying(1, 'exists already'));
    expect(await command('restore', [file, '--verify'], key)).toEqual(saying(0, 'a.tar.zst is complete'));
    expect(await command('restore', [file, '--verify'], {})).toEqual(saying(1, 'BACKUP_PASSPHRASE'));
    const restored = { ...key, DATA_DIR: join(folder, 'restored') };
    expect(await command('restore', [file], restored)).toEqual(saying(0, 'The database is as it was at'));
    // Other tests create and delete jobs in this database at the same time.
    const lasting = before.filter((job) => after.has(job));
    const jobs = new Set(await jobsOf(restored.DATA_DIR));
    expect(lasting.length).toBeGreaterThan(0);
    expect(lasting.filter((job) => !jobs.has(job))).toEqual([]);

    const stored = server.backupFile('nightly/a.tar.zst');
    const whole = readFileSync(stored);
    const changed = Buffer.from(whole);
    changed[changed.length - 1000]! ^= 1;
    const empty = { ...key, DATA_DIR: join(folder, 'empty') };
    for (const bytes of [whole.subarray(0, whole.length - 1000), changed]) {
      writeFileSync(stored, bytes);
      expect(await command('restore', [file], empty)).toEqual(saying(1, 'cut off or damaged'));
      expect(await jobsOf(empty.DATA_DIR)).toEqual([]);
    }
    // Another object replaces it after it has been verified.
    writeFileSync(stored, whole);
    let reads = 0;
    server.interfere = (method, path) => {
      if (method === 'GET' && path.endsWith('a.tar.zst') && (reads += 1) === 2) writeFileSync(`${stored}.md5`, 'other');
      return undefined;
    };
    expect(await command('restore', [file], empty)).toEqual(saying(1, 'was replaced or deleted while it was read'));
    expect(await jobsOf(empty.DATA_DIR)).toEqual([]);
  },
  START_MS,
);

it(
  '[OPS-05] a folder contains as many backups as are to be kept, and a failed run adds none',
  async () => {
    const address = `${server.backupsUrl}/rotated/?endpoint=${server.endpoint}`;
    const elsewhere = { ...source, BACKUP_AWS_ACCESS_KEY_ID: 'S3RVER', BACKUP_AWS_SECRET_ACCESS_KEY: 'S3RVER' };
    const keep = ['--folder', address, '--keep', '1'];
    const rotated = () => server.backups().keys.filter((key) => key.startsWith('rotated/'));
    expect(await command('backup', keep, elsewhere)).toMatchObject({ code: 0 });
    const [first] = rotated();
    expect(first).toMatch(/^rotated\/causeboard-[\dTZ-]+\.tar\.zst$/);
    expect(await command('backup', keep, elsewhere)).toEqual(saying(0, 'because 1 are kept: causeboard-'));
    const [second, ...others] = rotated();
    expect([second === first, others]).toEqual([false, []]);

    const secret = 'a-secret-of-nobody';
    const refused = await command('backup', keep, { ...elsewhere, BACKUP_AWS_SECRET_ACCESS_KEY: secret });
    expect(refused).toEqual(saying(1, 'SignatureDoesNotMatch'));
    const part = new Promise<void>((done) => {
      server.interfere = (method) => {
        if (method === 'PUT') done();
        return method === 'PUT' ? 'refuse' : undefined;
      };
    });
    const killed = execFile(process.execPath, ['build/server/bundle/backup.mjs', ...keep], {
      env: { ...process.env, ...elsewhere, FILES_URL: '' },
    });
    await part;
    killed.kill('SIGKILL');
    expect([rotated(), server.backups().unfinished.length]).toEqual([[second], 1]);
    await server.pause();
    const away = await command('backup', keep, elsewhere);
    await server.goOn();
    expect(away).toEqual(saying(1, 'The storage of backups does not answer to list: ECONNREFUSED'));
    for (const { says } of [refused, away]) expect(says).not.toMatch(new RegExp(`${secret}|S3RVER`));
    expect(rotated()).toEqual([second]);
  },
  START_MS,
);

it.each([
  ['s3://KEY:the/secret@backups/a', 'begins with s3:// and names a bucket'],
  ['s3://KEY:secret@backups/a', 'holds no keys'],
  ['s3://backups/a?secret=secret', 'has only the parameters'],
  ['s3://backups/', 'ends with its name'],
])('[OPS-05] the address %s is refused with what is wrong, and is not repeated', async (address, reason) => {
  for (const name of ['backup', 'restore'] as const) {
    const { code, says } = await command(name, [address], source);
    expect({ code, says }).toEqual(saying(2, reason));
    expect(says).not.toContain('secret');
    expect((await command(name, ['a', address], source)).says).not.toContain('secret');
  }
  const { says } = await command('backup', ['s3://backups/a'], { ...source, AWS_SECRET_ACCESS_KEY: '' });
  expect(says).toContain('BACKUP_AWS_ACCESS_KEY_ID');
});

it(
  '[OPS-05] a backup that is terminated by a signal leaves no uploaded parts',
  async () => {
    const { FILES_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = server.settings;
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, FILES_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
    const before = server.backups();
    let parts = 0;
    // The command retries.
    server.interfere = (method) => (method === 'PUT' && (parts += 1) ? 'refuse' : undefined);
    const args = ['build/server/bundle/backup.mjs', `${server.backupsUrl}/ended/a.tar.zst`];
    const child = spawn(process.execPath, args, { env: { ...env, ...source } });
    const ended = new Promise((resolve) => child.once('exit', (code, by) => resolve(code ?? by)));
    await waitFor('a part to be sent', () => Promise.resolve(parts > 0));
    expect(server.backups().unfinished).toContain('ended/a.tar.zst');
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(server.backups()).toEqual(before);
  },
  START_MS,
);

import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { tableParts, verifyArchive } from '../../../src/backend/platform/backup/archive.js';
import { fileSource } from '../../../src/backend/platform/backup/backup-folder.js';
import { openCluster, type Cluster } from '../../../src/backend/platform/embedded-postgres/cluster.js';
import { silentLogger } from '../../support/database.js';
import { results, SiteUnderTest } from '../../support/data/site.js';
import { DEMO_PASSWORD, startProduct } from '../../support/products.mjs';
import { waitFor } from '../../support/wait-for.js';
import { Visitor } from '../../support/visitors/visitor.js';

const run = promisify(execFile);

/** @returns the output and the exit status of the command */
async function command(name: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const program = `build/server/bundle/${name}.mjs`;
  const own = { PATH: process.env.PATH, HOME: process.env.HOME, ...env };
  try {
    const { stderr } = await run(process.execPath, [program, ...args], { env: own });
    return { code: 0, says: stderr };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, says: stderr };
  }
}

/** A column with a snapshot of transactions: it means nothing in another database, so restoring replaces it. */
const SNAPSHOT = /(?<=\t)\d+:\d+:[\d,]*(?=\t|$)/;

/** @returns the contents of a backup without snapshots, in an order that does not depend on where the rows were stored */
async function contentsOf(file: string) {
  const { header, manifest } = await verifyArchive(fileSource(file), {});
  const parts: Record<string, Buffer[]> = {};
  for await (const { table, data } of tableParts(fileSource(file), {}, manifest)) (parts[table] ??= []).push(data);
  const digest = (data: Buffer[]): string => {
    const hash = createHash('sha256');
    const lines = Buffer.concat(data).toString().split('\n');
    for (const line of lines.map((each) => each.replace(SNAPSHOT, '')).sort()) hash.update(line).update('\n');
    return hash.digest('hex');
  };
  const tables = Object.fromEntries(Object.entries(parts).map(([table, data]) => [table, digest(data)]));
  return { migrations: [...header.migrations].sort(), rows: manifest.rows, tables };
}

/** @returns the ids of the resumes of the site "uk" that recruiters can find */
async function findableResumes(dataDir: string): Promise<unknown[]> {
  const own = await openCluster(dataDir, silentLogger);
  const client = new pg.Client(own.target);
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `select d.id from directory_resume d join resume r on r.id = d.id where r.site = 'uk' order by d.id`,
  );
  await client.end();
  await own.close();
  return rows;
}

describe('backup and restore', () => {
  let folder: string;
  let cluster: Cluster;
  let whole: string;
  let restored: string;
  const source = { DATA_DIR: process.env.TEST_DATA_DIR! };
  const file = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-backup-'));
    cluster = await openCluster(process.env.TEST_DATA_DIR!, silentLogger);
    whole = file('whole.tar.zst');
    restored = file('restored');
    expect(await command('backup', [whole], source)).toMatchObject({ code: 0 });
    const back = await command('restore', [whole], { DATA_DIR: restored });
    expect(back).toEqual({ code: 0, says: expect.stringContaining('The database is as it was at') as string });
  }, 180_000);
  afterAll(async () => {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('[OPS-05] a backup of a running site reports its progress, and is readable by its owner alone', async () => {
    const again = await command('backup', [whole], source);
    expect(again).toMatchObject({ code: 1, says: expect.stringContaining('never replaces another one') as string });
    const { says, code } = await command('restore', [whole, '--verify'], {});
    expect({ says, code }).toMatchObject({ code: 0, says: expect.stringContaining('rows of all sites') as string });
    const { mode } = statSync(whole);
    expect(mode & 0o777).toBe(0o600);
    const progress = await command('backup', [file('progress.tar.zst')], source);
    expect(progress.says).toMatch(/^\d+\/\d+ job: [\d,]+ rows, [\d.]+ MB$/m);
  });

  it('[OPS-05] a folder contains a backup for each run, up to the number to be kept', async () => {
    const backups = file('backups');
    mkdirSync(backups);
    const old = 'causeboard-2020-02-03T04-05-06Z.tar.zst';
    for (const name of [old, 'causeboard-2020-02-04T04-05-06Z.tar.zst', 'notes.txt'])
      writeFileSync(join(backups, name), 'old');
    const kept = await command('backup', ['--folder', backups, '--keep', '2'], source);
    expect(kept).toEqual({ code: 0, says: expect.stringContaining(`because 2 are kept: ${old}`) as string });
    const [, newest, ...others] = readdirSync(backups).sort();
    expect(others).toEqual(['notes.txt']);
    const verified = await command('restore', [join(backups, newest!), '--verify'], {});
    expect(verified).toMatchObject({ code: 0, says: expect.stringContaining('rows of all sites') as string });
    // A failed backup deletes no older one.
    const failed = await command('backup', ['--folder', backups, '--keep', '1'], { DATA_DIR: file('nothing-here') });
    expect(failed.code).toBe(1);
    expect(readdirSync(backups)).toHaveLength(3);
  }, 60_000);

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    '[OPS-05] a backup that is terminated by %s exits with status %i, and leaves nothing',
    async (signal, status) => {
      const backups = file(signal);
      mkdirSync(backups);
      const own = await openCluster(restored, silentLogger);
      const client = new pg.Client(own.target);
      await client.connect();
      // The backup waits for this table after it has written others.
      await client.query('begin; lock table resume in access exclusive mode');
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: restored };
      const child = spawn(process.execPath, ['build/server/bundle/backup.mjs', '--folder', backups], { env });
      let says = '';
      child.stderr.on('data', (text: Buffer) => (says += text.toString()));
      const ended = new Promise((resolve) => child.once('close', (code, by) => resolve(code ?? by)));
      const isWaiting = async () =>
        (await client.query('select from pg_locks where not granted and relation = $1::regclass', ['resume'])).rowCount;
      await waitFor('the backup to wait', async () => (await isWaiting()) === 1);
      expect(readdirSync(backups)).toEqual([expect.stringMatching(/\.tar\.zst\.partial$/)]);
      child.kill(signal);
      expect(await ended).toBe(status);
      expect(says).toMatch(new RegExp(`\\d rows, .*It was ended by ${signal} before it was complete\\.\n$`, 's'));
      expect(readdirSync(backups)).toEqual([]);
      await client.end();
      await own.close();
    },
  );

  it.each([
    [['--keep', '3'], '--keep needs --folder'],
    [['--folder', 'a', 'b'], 'Either a file or --folder'],
    [['--folder', 'a', '--keep', '0'], 'a whole number from 1 on'],
    [['a', 'b'], 'One file at a time'],
    [[], 'Which file?'],
  ])('[OPS-05] the arguments %j are refused with what is wrong, and how it is done', async (args, reason) => {
    const { code, says } = await command('backup', args, source);
    expect({ code, says }).toEqual({ code: 2, says: expect.stringContaining(reason) as string });
    expect(says).toContain('Usage: npm run backup');
  });

  it('[OPS-05] a restored database has the same rows, and gives new ones higher ids', async () => {
    const copy = file('copy.tar.zst');
    expect(await command('backup', [copy], { DATA_DIR: restored })).toMatchObject({ code: 0 });
    expect(await contentsOf(copy)).toEqual(await contentsOf(whole));
    const own = await openCluster(restored, silentLogger);
    const client = new pg.Client(own.target);
    await client.connect();
    const { rows } = await client.query<{ free: boolean }>(
      `select nextval('job_id_seq') > (select max(id) from job) as free`,
    );
    expect(rows).toEqual([{ free: true }]);
    const { rows: checks } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_constraint where contype = 'f' and not convalidated`,
    );
    expect(checks).toEqual([{ n: 0 }]);
    const { rows: off } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_trigger where tgenabled = 'D'`,
    );
    expect(off).toEqual([{ n: 0 }]);
    await client.end();
    await own.close();
  });

  it('[OPS-05] a product on a restored database serves the same pages, and its people can log in', async () => {
    const product = await startProduct({ DATA_DIR: restored, DEMO_PASSWORD });
    try {
      const before = new SiteUnderTest(process.env.TEST_EMBEDDED!);
      const after = new SiteUnderTest(product.url);
      // Other tests add organizations with other names to the site at the same time.
      for (const path of [
        '/jobs?search=nurse',
        '/jobs?search=coordinator&geo_location=London',
        '/organizations?search=voices',
      ])
        expect(results(await after.page(path))).toEqual(results(await before.page(path)));
      const visitor = new Visitor(product.url);
      await visitor.logIn('recruiter@demo.causeboard.test', DEMO_PASSWORD);
      expect((await visitor.fetch('/dashboard')).status).toBe(200);
      expect(await command('restore', [whole, '--replace'], { DATA_DIR: restored })).toMatchObject({ code: 0 });
      expect(results(await after.page('/jobs?search=teacher'))).toEqual(
        results(await before.page('/jobs?search=teacher')),
      );
    } finally {
      await product.stop();
    }
  }, 120_000);

  it('[OPS-05] a restore neither overwrites data nor uses an incomplete file', async () => {
    const again = await command('restore', [whole], { DATA_DIR: restored });
    expect(again).toMatchObject({ code: 1, says: expect.stringContaining('The database holds data') as string });
    const cut = file('cut.tar.zst');
    writeFileSync(cut, readFileSync(whole).subarray(0, 100_000));
    const broken = await command('restore', [cut, '--replace'], { DATA_DIR: restored });
    expect(broken).toMatchObject({
      code: 1,
      says: expect.stringMatching(/cut off or damaged after tables\//) as string,
    });
    const copy = file('unharmed.tar.zst');
    await command('backup', [copy], { DATA_DIR: restored });
    expect((await contentsOf(copy)).rows.job).toBe((await contentsOf(whole)).rows.job);
    expect(await command('restore', [file('none')], { DATA_DIR: restored })).toMatchObject({ code: 1 });
    expect(await command('restore', [], {})).toMatchObject({
      code: 2,
      says: expect.stringContaining('Usage') as string,
    });
  }, 60_000);

  it('[OPS-05] a restore tries again if it and a program that uses the database block each other', async () => {
    const own = await openCluster(restored, silentLogger);
    const client = new pg.Client(own.target);
    await client.connect();
    try {
      // The restore detects the deadlock first, and fails.
      await client.query(`set deadlock_timeout = '1min'`);
      await client.query('begin');
      await client.query('lock table job in access share mode');
      const restoring = command('restore', [whole, '--replace'], { DATA_DIR: restored });
      let locked: string | undefined;
      await waitFor('the restore to wait for a table while it holds another', async () => {
        const { rows } = await client.query<{ held: string | null }>(`
          select max(relation::regclass::text) filter (where granted and relation::regclass::text ~ '^[a-z_]+$') as held
          from pg_locks l join pg_stat_activity a using (pid)
          where application_name = 'causeboard-restore' and mode = 'AccessExclusiveLock' and locktype = 'relation'
          having bool_or(not granted)`);
        locked = rows[0]?.held ?? undefined;
        return locked !== undefined;
      });
      await client.query(`lock table "${locked}" in access share mode`);
      await client.query('rollback');
      expect(await restoring).toMatchObject({ code: 0 });
    } finally {
      await client.end();
      await own.close();
    }
  }, 120_000);

  it('[OPS-05] a backup moves to a database whose user is not a superuser, and back', async () => {
    const admin = new pg.Client(cluster.target);
    await admin.connect();
    const name = `moved_${randomBytes(4).toString('hex')}`;
    await admin.query(`create role ${name} login password 'secret'`);
    await admin.query(`create database ${name} owner ${name}`);
    try {
      const { host, port = 5432 } = cluster.target;
      const DATABASE_URL = `postgresql://${name}:secret@/${name}?host=${encodeURIComponent(String(host))}&port=${port}`;
      const there = await command('restore', [whole], { DATABASE_URL });
      expect(there).toEqual({ code: 0, says: expect.stringContaining('The database is as it was') as string });
      const copy = file('moved.tar.zst');
      expect(await command('backup', [copy], { DATABASE_URL })).toMatchObject({ code: 0 });
      expect(await contentsOf(copy)).toEqual(await contentsOf(whole));
    } finally {
      await admin.query(`drop database ${name} with (force)`);
      await admin.query(`drop role ${name}`);
      await admin.end();
    }
  }, 60_000);

  it('[OPS-05] a single site is moved with its own rows and users only, selected in the backup or in the restore', async () => {
    const own = file('uk.tar.zst');
    expect(await command('backup', [own, '--site', 'uk'], { DATA_DIR: restored })).toMatchObject({ code: 0 });
    const [alone, taken] = [file('alone'), file('taken')];
    expect(await command('restore', [own], { DATA_DIR: alone })).toMatchObject({ code: 0 });
    expect(await command('restore', [whole, '--site', 'uk'], { DATA_DIR: taken })).toMatchObject({ code: 0 });
    const copies = [file('alone.tar.zst'), file('taken.tar.zst')] as const;
    await command('backup', [copies[0]], { DATA_DIR: alone });
    await command('backup', [copies[1]], { DATA_DIR: taken });
    const [first, second] = [await contentsOf(copies[0]), await contentsOf(copies[1])];
    expect(first.rows).toEqual(second.rows);
    expect(first.rows.job).toBeGreaterThan(0);
    expect(first.rows.job).toBeLessThan((await contentsOf(whole)).rows.job!);
    expect(first.rows.account).toBeLessThan((await contentsOf(whole)).rows.account!);
    const product = await startProduct({ DATA_DIR: alone, SITE: 'uk', SITES: '' });
    try {
      const before = new SiteUnderTest(process.env.TEST_EMBEDDED!, 'uk');
      const after = new SiteUnderTest(product.url);
      expect(results(await after.page('/jobs?search=nurse'))).toEqual(results(await before.page('/jobs?search=nurse')));
    } finally {
      await product.stop();
    }
    // The directory is not in the backup; the product has rebuilt it.
    const [findable, found] = await Promise.all([restored, alone].map(findableResumes));
    expect(findable!.length).toBeGreaterThan(0);
    expect(found).toEqual(findable);
    expect(await command('backup', [file('none.tar.zst'), '--site', 'nowhere'], source)).toMatchObject({
      code: 1,
      says: expect.stringContaining('nothing of a site nowhere') as string,
    });
  }, 120_000);

  it('[OPS-05] a single site is not restored over the other sites of a database', async () => {
    const [own, before, after] = [file('one-site.tar.zst'), file('before.tar.zst'), file('after.tar.zst')];
    expect(await command('backup', [own, '--site', 'uk'], { DATA_DIR: restored })).toMatchObject({ code: 0 });
    await command('backup', [before], { DATA_DIR: restored });
    for (const args of [[own], [whole, '--site', 'uk']]) {
      const { code, says } = await command('restore', [...args, '--replace'], { DATA_DIR: restored });
      expect(code).toBe(1);
      expect(says).toMatch(/also holds the sites charity-ca, default, europe, .+ another database/);
    }
    await command('backup', [after], { DATA_DIR: restored });
    expect(await contentsOf(after)).toEqual(await contentsOf(before));
    // A database of this site alone is replaced.
    const alone = { DATA_DIR: file('one-site') };
    expect(await command('restore', [own], alone)).toMatchObject({ code: 0 });
    expect(await command('restore', [own, '--replace'], alone)).toMatchObject({ code: 0 });
  }, 120_000);
});

import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { migrate } from '../../../src/backend/platform/database/migrate.js';
import { openPool } from '../../../src/backend/platform/database/pool.js';
import { openCluster } from '../../../src/backend/platform/embedded-postgres/cluster.js';
import { installEarlierBinaries } from '../../../src/backend/platform/backup/upgrade-folder.js';
import { silentLogger } from '../../support/database.js';

const run = promisify(execFile);
const PROGRAM = ['build/server/bundle/upgrade-database.mjs'];
const LIMIT_MS = 180_000;

describe('an embedded database of an earlier PostgreSQL version', () => {
  let original: string;
  let folder: string;
  let env: { PATH?: string; HOME?: string; DATA_DIR: string; npm_config_cache?: string };

  beforeAll(async () => {
    original = mkdtempSync(join(tmpdir(), 'causeboard-earlier-'));
    const binaries = await installEarlierBinaries('17', join(original, 'postgres-17-programs'));
    const earlier = await openCluster(original, silentLogger, binaries);
    const pool = openPool(earlier.target, silentLogger);
    await migrate(pool);
    await sql`insert into account (id, email, name, roles) values (gen_random_uuid(), 'anna@example.test', 'Anna', '{}')`.execute(
      pool,
    );
    await pool.destroy();
    await earlier.close();
  }, LIMIT_MS);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-upgrade-'));
    // Keeps owners, as PostgreSQL requires.
    execFileSync('cp', ['-a', `${original}/.`, folder]);
    env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(() => rmSync(original, { recursive: true, force: true }));

  async function upgrade(): Promise<{ code: number; says: string }> {
    try {
      const { stderr } = await run(process.execPath, PROGRAM, { env });
      return { code: 0, says: stderr };
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string };
      return { code, says: stderr };
    }
  }

  /** Kills the command as soon as the condition holds. @returns whether the command was still running */
  async function killUpgrade(condition: (says: string) => boolean): Promise<boolean> {
    const child = spawn(process.execPath, PROGRAM, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let says = '';
    child.stderr.on('data', (text: Buffer) => (says += text.toString()));
    const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
    const poll = setInterval(() => condition(says) && child.kill('SIGKILL'), 1);
    const result = await ended;
    clearInterval(poll);
    return result === 'SIGKILL';
  }

  async function accounts() {
    const upgraded = await openCluster(folder, silentLogger);
    const client = new pg.Client(upgraded.target);
    await client.connect();
    const result = await client.query(
      `select name, current_setting('server_version_num')::int / 10000 as major from account`,
    );
    await client.end();
    await upgraded.close();
    return result.rows as { name: string; major: number }[];
  }

  const files = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith('postgres'))
      .sort();
  const UPGRADED = { code: 0, says: expect.stringContaining('The database is upgraded') as string };

  it(
    '[OPS-05] is refused with the commands that upgrade it, which keep every row',
    async () => {
      const commands = '`npm run upgrade:database`, or `causeboard upgrade-database` in a container';
      await expect(openCluster(folder, silentLogger)).rejects.toThrow(commands);
      // As in a container with a read-only file system. Here, the earlier version is installed again.
      rmSync(join(folder, 'postgres-17-programs'), { recursive: true });
      env = { ...process.env, ...env, npm_config_cache: '/proc/causeboard' };
      expect(await upgrade()).toEqual(UPGRADED);
      expect(await accounts()).toEqual([{ name: 'Anna', major: 18 }]);
      expect(existsSync(join(folder, 'postgres-17', 'PG_VERSION'))).toBe(true);
      expect(files()).toEqual(['postgres', 'postgres-17', 'postgres-17.tar.zst']);
      expect(await upgrade()).toMatchObject({ code: 0, says: expect.stringContaining('present version') as string });
    },
    LIMIT_MS,
  );

  it(
    '[OPS-05] is upgraded by the next run after one that was killed during the backup or the restore',
    async () => {
      const backup = join(folder, 'postgres-upgrade', 'postgres-17.tar.zst');
      expect(await killUpgrade(() => existsSync(`${backup}.partial`))).toBe(true);
      expect(await killUpgrade((says) => says.includes('account: 1 rows'))).toBe(true);
      // Neither run has replaced the database.
      await expect(openCluster(folder, silentLogger)).rejects.toThrow('npm run upgrade:database');
      expect(await upgrade()).toEqual(UPGRADED);
      expect(await accounts()).toEqual([{ name: 'Anna', major: 18 }]);
      expect(files()).toEqual(['postgres', 'postgres-17', 'postgres-17.tar.zst']);
    },
    LIMIT_MS,
  );

  it(
    '[OPS-05] is replaced by the next run after one that was killed between moving the old folder and the new one',
    async () => {
      expect(await upgrade()).toEqual(UPGRADED);
      const work = join(folder, 'postgres-upgrade');
      mkdirSync(work);
      renameSync(join(folder, 'postgres-17.tar.zst'), join(work, 'postgres-17.tar.zst'));
      renameSync(join(folder, 'postgres'), join(work, 'restored'));
      // No empty database takes its place.
      await expect(openCluster(folder, silentLogger)).rejects.toThrow('npm run upgrade:database');
      expect(await upgrade()).toEqual(UPGRADED);
      expect(await accounts()).toEqual([{ name: 'Anna', major: 18 }]);

      // This time, it was killed after both were moved.
      mkdirSync(work);
      renameSync(join(folder, 'postgres-17.tar.zst'), join(work, 'postgres-17.tar.zst'));
      expect(await upgrade()).toEqual(UPGRADED);
      expect(files()).toEqual(['postgres', 'postgres-17', 'postgres-17.tar.zst']);
    },
    LIMIT_MS,
  );
});

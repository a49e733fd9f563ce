import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
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

describe('an embedded database of an earlier PostgreSQL version', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-upgrade-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function upgrade(): Promise<{ code: number; says: string }> {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder };
    try {
      const { stderr } = await run(process.execPath, ['build/server/src/backend/cli/upgrade-database.js'], { env });
      return { code: 0, says: stderr };
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string };
      return { code, says: stderr };
    }
  }

  it('[OPS-05] is refused with the command that upgrades it, which keeps every row', async () => {
    const binaries = await installEarlierBinaries('17', join(folder, 'postgres-17-programs'));
    const earlier = await openCluster(folder, silentLogger, binaries);
    const pool = openPool(earlier.target, silentLogger);
    await migrate(pool);
    await sql`insert into account (id, email, name, roles) values (gen_random_uuid(), 'anna@example.test', 'Anna', '{}')`.execute(
      pool,
    );
    await pool.destroy();
    await earlier.close();

    await expect(openCluster(folder, silentLogger)).rejects.toThrow('npm run upgrade:database');
    expect(await upgrade()).toEqual({ code: 0, says: expect.stringContaining('The database is upgraded') as string });
    const upgraded = await openCluster(folder, silentLogger);
    const client = new pg.Client(upgraded.target);
    await client.connect();
    const { rows } = await client.query(
      `select name, current_setting('server_version_num')::int / 10000 as major from account`,
    );
    expect(rows).toEqual([{ name: 'Anna', major: 18 }]);
    await client.end();
    await upgraded.close();
    expect(existsSync(join(folder, 'postgres-17', 'PG_VERSION'))).toBe(true);
    expect(await upgrade()).toMatchObject({ code: 0, says: expect.stringContaining('present version') as string });
  }, 180_000);
});

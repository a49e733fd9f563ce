import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../../test/support/database.js';
import { S3Server } from '../../../../../test/support/servers/s3-server.js';
import { moveFiles, writePlacement } from '../../../platform/files/store/move-files.js';
import { createS3Store } from '../../../platform/files/store/s3-store.js';
import { textsOf } from '../../../platform/texts/site-texts.js';
import { fileQueue } from './queues.js';
import { measureQueues, queueSources } from './queue.resolvers.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const before = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const NOTHING = { waiting: 0, running: 0, failed: 0, nextAt: null };

describe('[PAGE-08] files that wait for object storage', () => {
  let test: TestDatabase;
  let server: S3Server;
  const queue = fileQueue(true);
  const count = () => queue.count(test.database, NOW);
  const list = (state: 'waiting' | 'failed', limit = 10, offset = 0) =>
    queue.list(test.database, { state, limit, offset, now: NOW, texts: textsOf({}, 'en') });
  beforeAll(async () => {
    [test, server] = await Promise.all([createTestDatabase(), S3Server.start()]);
    const file = { id: randomUUID(), name: 'logo.png', content_type: 'image/png', uploaded: true };
    await test.database
      .insertInto('file')
      .values({ ...file, bytes: randomBytes(9), created_at: before(5) })
      .execute();
    await sql`
      insert into message_file (site, message_id, name, content_type, bytes, created_at)
      values ('charity', gen_random_uuid(), 'jane-doe.pdf', 'application/pdf', ${randomBytes(7)}, ${before(30)})
    `.execute(test.database);
    // The form was never sent: its file stays in the database.
    await sql`
      insert into application_file (application_id, site, token, owner, name, content_type, created_at)
      values (null, 'default', ${randomBytes(32)}, ${randomBytes(32)}, 'cv.pdf', 'application/pdf', ${before(50)})
    `.execute(test.database);
  }, 60_000);
  afterAll(() => Promise.all([test.close(), server.stop()]));

  it('are counted and listed, the oldest first, without their names', async () => {
    expect(await count()).toEqual({ waiting: 2, running: 0, failed: 0, nextAt: before(30) });
    const tasks = await list('waiting');
    expect(tasks.map(({ name, site, isRetryable }) => [name, site, isRetryable])).toEqual([
      ['File of a message', 'charity', false],
      ['Picture or document', '', false],
    ]);
    expect(JSON.stringify(tasks)).not.toMatch(/jane|logo/);
    expect((await list('waiting', 1, 1)).map(({ name }) => name)).toEqual(['Picture or document']);
    expect(await list('failed')).toEqual([]);
  });

  it('[OPS-03] are measured by the age of the oldest one', async () => {
    const measured = await measureQueues(test.database, queueSources({ sites: [], hasStore: true }), NOW);
    expect(measured).toContainEqual({ kind: 'file', waiting: 2, running: 0, failed: 0, overdueSeconds: 1800 });
  });

  it('are none if there is no store, files are kept in the database, or all have been moved', async () => {
    expect(await fileQueue(false).count(test.database, NOW)).toEqual(NOTHING);
    await writePlacement(test.database, 'database');
    expect([await count(), await list('waiting')]).toEqual([NOTHING, []]);
    await writePlacement(test.database, 'store');
    expect((await count()).waiting).toBe(2);
    await moveFiles('store', { database: test.database, store: createS3Store(server.options), logger: silentLogger });
    expect([await count(), await list('waiting')]).toEqual([NOTHING, []]);
  });
});

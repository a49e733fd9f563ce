import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../../test/support/database.js';
import { S3Server } from '../../../../../test/support/servers/s3-server.js';
import { filePath, serveFile } from '../stored-files.js';
import { deleteReleasedObjects, OBJECTS_LOCK, compareObjects } from './object-cleanup.js';
import { FileContents } from './file-contents.js';
import { type MoveOptions, moveFiles } from './move-files.js';
import { createS3Store, type ObjectStore } from './s3-store.js';

describe('files in object storage', () => {
  let test: TestDatabase;
  let server: S3Server;
  let store: ObjectStore;

  beforeAll(async () => {
    [test, server] = await Promise.all([createTestDatabase(), S3Server.start()]);
    store = createS3Store(server.options);
  });
  afterAll(() => Promise.all([test.close(), server.stop()]));
  afterEach(async () => {
    await sql`delete from file`.execute(test.database);
    await sql`delete from message_file`.execute(test.database);
    await sql`update stored_object set state = 'released'`.execute(test.database);
    await deleteReleasedObjects(test.database, store);
    expect(server.keys()).toEqual([]);
  });

  const options = (changes: Partial<MoveOptions> = {}): MoveOptions => ({
    database: test.database,
    store,
    logger: silentLogger,
    ...changes,
  });
  async function addFile(bytes: Buffer): Promise<string> {
    const id = randomUUID();
    const row = { id, name: 'a.png', content_type: 'image/png', bytes, uploaded: true };
    await test.database.insertInto('file').values(row).execute();
    return id;
  }
  async function fetchFile(id: string, headers = {}): Promise<BackendFetchResponse & { bytes: Buffer }> {
    const contents = new FileContents(test.database, store, silentLogger);
    const answer = await serveFile({ database: test.database, contents }, { path: filePath(id, 'a.png'), headers });
    const pieces: Uint8Array[] = [];
    if (answer.body instanceof Uint8Array) pieces.push(answer.body);
    else for await (const piece of answer.body) pieces.push(piece);
    return { ...answer, bytes: Buffer.concat(pieces) };
  }
  async function states(): Promise<string[]> {
    const rows = await test.database.selectFrom('stored_object').select('state').orderBy('state').execute();
    return rows.map(({ state }) => state);
  }

  it('[OPS-04] are moved there and back, and stay the same all the time', async () => {
    const all = [randomBytes(100), Buffer.alloc(0), randomBytes(6_000_000)];
    const ids = await Promise.all(all.map(addFile));
    const { rows: messages } = await sql<{ id: string }>`
      insert into message_file (site, message_id, name, content_type, bytes, created_at)
      values ('default', gen_random_uuid(), 'b.pdf', 'application/pdf', ${randomBytes(70)}, now()) returning id
    `.execute(test.database);
    const check = async (): Promise<void> => {
      for (const [index, id] of ids.entries()) {
        const { status, headers, bytes } = await fetchFile(id);
        expect({ status, length: headers['content-length'], etag: headers.etag }).toEqual({
          status: 200,
          length: String(all[index]!.length),
          etag: `"${id}"`,
        });
        expect(bytes.equals(all[index]!)).toBe(true);
      }
      expect((await fetchFile(ids[0]!, { 'if-none-match': `"${ids[0]!}"` })).status).toBe(304);
    };
    await check();
    expect(await moveFiles('store', options())).toEqual({ files: 4, bytes: 6_000_170, failed: 0 });
    expect(server.keys()).toHaveLength(4);
    const { rows: left } = await sql`
      select from file where bytes is not null union all select from message_file where bytes is not null
    `.execute(test.database);
    expect(left).toEqual([]);
    await check();
    expect(await moveFiles('store', options())).toMatchObject({ files: 0 });
    expect(await moveFiles('database', options())).toEqual({ files: 4, bytes: 6_000_170, failed: 0 });
    await check();
    const { rows: sizes } = await sql`
      select size, octet_length(bytes) as length from message_file where id = ${messages[0]!.id}::uuid
    `.execute(test.database);
    expect(sizes).toEqual([{ size: 70, length: 70 }]);
    expect(await deleteReleasedObjects(test.database, store)).toBe(4);
  });

  it('[OPS-04] moving does not count as a change of any page', async () => {
    await addFile(randomBytes(10));
    const count = async () => (await sql`select from data_change`.execute(test.database)).rows.length;
    const before = await count();
    await moveFiles('store', options());
    await moveFiles('database', options());
    expect(await count()).toBe(before);
  });

  it('[OPS-04] deleting a row in any way deletes its object, later if the store is unavailable', async () => {
    await Promise.all([addFile(randomBytes(10)), addFile(randomBytes(10))]);
    await moveFiles('store', options());
    await sql`delete from file where id = (select id from file limit 1)`.execute(test.database);
    await server.pause();
    await expect(deleteReleasedObjects(test.database, store)).rejects.toThrow('does not answer');
    await server.goOn();
    expect(server.keys()).toHaveLength(2);
    expect(await deleteReleasedObjects(test.database, store)).toBe(1);
    expect(server.keys()).toHaveLength(1);
    expect(await states()).toEqual(['stored']);
  });

  it('[OPS-04] a process that ends between writing the object and the commit leaves nothing behind', async () => {
    const id = await addFile(randomBytes(10));
    // The object has been written and its row says `writing`, but the file still has its bytes in the database.
    const put: ObjectStore['put'] = async (...given) => {
      await store.put(...given);
      throw new Error('The process ends here.');
    };
    await expect(moveFiles('store', options({ store: { ...store, put } }))).rejects.toThrow('ends here');
    expect(server.keys()).toHaveLength(1);
    expect((await fetchFile(id)).status).toBe(200);
    expect(await deleteReleasedObjects(test.database, store)).toBe(0);
    await sql`update stored_object set changed_at = changed_at - interval '61 minutes'`.execute(test.database);
    expect(await deleteReleasedObjects(test.database, store)).toBe(1);
    expect(server.keys()).toEqual([]);
    expect(await moveFiles('store', options())).toMatchObject({ files: 1 });
    expect((await fetchFile(id)).status).toBe(200);
  });

  it('[OPS-04] an object whose file was deleted, or whose row was swept meanwhile, is deleted as well', async () => {
    const disturbed = (disturb: string): Partial<MoveOptions> => ({
      store: {
        ...store,
        put: async (...given) => {
          await store.put(...given);
          await sql.raw(disturb).execute(test.database);
        },
      },
    });
    await addFile(randomBytes(10));
    expect(await moveFiles('store', options(disturbed('delete from file')))).toMatchObject({ files: 0 });
    expect(await deleteReleasedObjects(test.database, store)).toBe(1);
    const id = await addFile(randomBytes(10));
    expect(await moveFiles('store', options(disturbed('delete from stored_object')))).toMatchObject({ files: 0 });
    expect(await states()).toEqual(['released']);
    expect(await deleteReleasedObjects(test.database, store)).toBe(1);
    expect((await fetchFile(id)).status).toBe(200);
  });

  it('[OPS-04] two that move at once move each file once', async () => {
    const bytes = randomBytes(10);
    const ids = await Promise.all(Array.from({ length: 10 }, () => addFile(bytes)));
    const moved = await Promise.all([moveFiles('store', options()), moveFiles('store', options())]);
    expect(moved.reduce((sum, { files }) => sum + files, 0)).toBe(10);
    await deleteReleasedObjects(test.database, store);
    expect(server.keys()).toHaveLength(10);
    expect((await fetchFile(ids[3]!)).bytes.equals(bytes)).toBe(true);
  });

  it('[OPS-04] lost or damaged files are not served, and the others are moved', async () => {
    const ids = await Promise.all([
      addFile(randomBytes(5_000_000)),
      addFile(randomBytes(20)),
      addFile(randomBytes(30)),
    ]);
    await moveFiles('store', options());
    const keyOf = async (id: string): Promise<string> => {
      const row = await test.database.selectFrom('file').select('object_key').where('id', '=', id).executeTakeFirst();
      return row!.object_key!;
    };
    server.damage(await keyOf(ids[0]), randomBytes(5_000_000));
    await store.delete(await keyOf(ids[1]));
    await expect(fetchFile(ids[0])).rejects.toThrow('differs from what was written');
    expect((await fetchFile(ids[1])).status).toBe(503);
    expect(await moveFiles('database', options())).toMatchObject({ files: 1, failed: 2 });
    expect((await fetchFile(ids[2])).status).toBe(200);
  });

  it('[OPS-04] while the store is unavailable, a file counts as unavailable, not as missing', async () => {
    const id = await addFile(randomBytes(20));
    await moveFiles('store', options());
    await server.pause();
    const { status, headers } = await fetchFile(id);
    expect({ status, retry: headers['retry-after'], cache: headers['cache-control'] }).toEqual({
      status: 503,
      retry: '20',
      cache: 'no-store',
    });
    expect((await fetchFile(id, { 'if-none-match': `"${id}"` })).status).toBe(304);
    await expect(moveFiles('database', options())).rejects.toThrow('does not answer');
    await server.goOn();
    expect((await fetchFile(id)).status).toBe(200);
  });

  it('[OPS-04] nothing is deleted while a backup runs', async () => {
    await addFile(randomBytes(20));
    await moveFiles('store', options());
    await sql`delete from file`.execute(test.database);
    await test.database.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock_shared(${OBJECTS_LOCK}::bigint)`.execute(trx);
      expect(await deleteReleasedObjects(test.database, store)).toBe(0);
    });
    expect(await deleteReleasedObjects(test.database, store)).toBe(1);
  });

  it('[OPS-04] objects known only to the store or only to the database are listed', async () => {
    await Promise.all([addFile(randomBytes(20)), addFile(randomBytes(20))]);
    await moveFiles('store', options());
    const [lost] = server.keys();
    await store.delete(lost!);
    const bytes = Buffer.from('of another database');
    const key = randomUUID();
    await store.put(key, bytes, createHash('sha256').update(bytes).digest('hex'));
    expect(await compareObjects(test.database, store, new Date(), -60_000)).toEqual({
      objects: 2,
      unknown: [key],
      missing: [lost],
    });
    // Another process may be about to record the object.
    expect((await compareObjects(test.database, store, new Date())).unknown).toEqual([]);
    await store.delete(key);
  });

  it('[OPS-04] objects below the prefix that the product has not written are not listed', async () => {
    const bytes = Buffer.from('of somebody else');
    const foreign = [
      'backups/causeboard-2026-11-26T09-00-00Z.tar.zst',
      'notes.txt',
      `another/${randomUUID()}`,
      `${randomUUID()}.pdf`,
      'doctor-notes',
    ];
    const own = [randomUUID(), `doctor-${randomBytes(8).toString('hex')}`];
    for (const key of [...foreign, ...own])
      await store.put(key, bytes, createHash('sha256').update(bytes).digest('hex'));
    const { objects, unknown } = await compareObjects(test.database, store, new Date(), -60_000);
    expect([objects, unknown.sort()]).toEqual([2, own.sort()]);
    for (const key of [...foreign, ...own]) await store.delete(key);
  });
});

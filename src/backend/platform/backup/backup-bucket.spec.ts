import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { S3Server } from '../../../../test/support/servers/s3-server.js';
import { BackupError } from './archive.js';
import { BackupBucket, type BucketOptions } from './backup-bucket.js';
import { backupName, deleteOldBackups } from './backup-folder.js';

const PART_BYTES = 5 * 1024 * 1024;
/** Two full parts and a remainder. */
const BYTES = randomBytes(2 * PART_BYTES + 1000);
const NOW = new Date('2026-11-26T02:30:00.123Z');
const HOUR_MS = 3_600_000;
const NAME = 'a.tar.zst';

describe('backups in object storage', () => {
  let server: S3Server;
  let folder: BackupBucket;

  beforeAll(async () => {
    server = await S3Server.start();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    folder = open();
  });
  afterEach(async () => {
    server.interfere = () => undefined;
    for (const { name } of await folder.list()) await folder.delete(name);
    await folder.deleteIncomplete(() => true, new Date(Date.now() + HOUR_MS));
    expect(server.backups()).toEqual({ keys: [], unfinished: [] });
  });

  function open(changes: Partial<BucketOptions['store']> = {}): BackupBucket {
    const { accessKeyId, secretAccessKey } = server.options;
    const url = `${server.backupsUrl}/jobs?endpoint=${server.endpoint}`;
    const store = { url, accessKeyId, secretAccessKey, ...changes };
    return new BackupBucket({ store, shown: 's3://backups/jobs/', partBytes: PART_BYTES, firstWaitMs: 1 });
  }
  const sending = (bytes: Buffer) => async (output: Writable) => {
    // Sends chunks whose boundaries differ from those of the parts.
    const pieces = function* () {
      for (let from = 0; from < bytes.length; from += 700_000) yield bytes.subarray(from, from + 700_000);
    };
    await pipeline(pieces, output);
    return bytes.length;
  };
  const write = (name = NAME, bytes = BYTES) => folder.write(name, sending(bytes));
  const messageOf = (error: unknown) => (error as Error).message;
  const nothing = { keys: [], unfinished: [] };

  it('[OPS-05] are written in parts, and appear when they are complete', async () => {
    const during: object[] = [];
    const parts: string[] = [];
    server.interfere = (method, _path, query) => {
      if (method === 'PUT') parts.push(query.join());
      return undefined;
    };
    const written = await folder.write(NAME, async (output) => {
      const result = await sending(BYTES)(output);
      during.push(server.backups());
      return result;
    });
    expect(written).toBe(BYTES.length);
    expect(parts).toHaveLength(3);
    expect(during).toEqual([{ keys: [], unfinished: [`jobs/${NAME}`] }]);
    expect(server.backups()).toEqual({ keys: [`jobs/${NAME}`], unfinished: [] });
    const source = folder.source(NAME);
    for (let time = 0; time < 2; time += 1) expect((await buffer(source())).equals(BYTES)).toBe(true);
  });

  it('[OPS-05] never overwrite others, not even one that was created in the meantime', async () => {
    await write(NAME, Buffer.from('first'));
    await expect(write()).rejects.toThrow(`s3://backups/jobs/${NAME} exists already`);
    const late = folder.write('b.tar.zst', async (output) => {
      await write('b.tar.zst', Buffer.from('theirs'));
      return sending(BYTES)(output);
    });
    await expect(late).rejects.toThrow('exists already');
    expect((await buffer(folder.source('b.tar.zst')())).toString()).toBe('theirs');
    expect(server.backups().unfinished).toEqual([]);
  });

  it('[OPS-05] leave nothing behind if the content, the store or the last step fails', async () => {
    const cause = new BackupError('The database has gone away.');
    const broken = folder.write(NAME, (output) =>
      pipeline(function* () {
        yield BYTES.subarray(0, PART_BYTES + 10);
        throw cause;
      }, output),
    );
    await expect(broken).rejects.toBe(cause);
    expect(server.backups()).toEqual(nothing);

    let sent = 0;
    server.interfere = (method) => (method === 'PUT' && (sent += 1) > 1 ? 'refuse' : undefined);
    await expect(write()).rejects.toThrow('The storage of backups answers to put with status 503 (SlowDown)');
    expect(sent).toBe(7);
    expect(server.backups()).toEqual(nothing);

    server.interfere = (method, _path, query) =>
      method === 'POST' && query.includes('uploadId') ? 'refuse' : undefined;
    await expect(write()).rejects.toThrow('answers to post with status 503');
    expect(server.backups()).toEqual(nothing);
  });

  it('[OPS-05] are complete even if the store sometimes does not respond', async () => {
    let count = 0;
    server.interfere = (method, _path, query) => {
      if (method !== 'PUT' && !query.includes('uploadId')) return undefined;
      return ['refuse' as const, 'lose' as const, undefined][(count += 1) % 3];
    };
    await write();
    expect(count).toBeGreaterThan(6);
    let reads = 0;
    server.interfere = (method) => (method === 'GET' && (reads += 1) < 4 ? 'break' : undefined);
    expect((await buffer(folder.source(NAME)())).equals(BYTES)).toBe(true);
    expect(reads).toBe(4);
  });

  it('[OPS-05] are complete if only the response to the last step was lost', async () => {
    let isLost = false;
    server.interfere = (method, _path, query) => {
      if (isLost || method !== 'POST' || !query.includes('uploadId')) return undefined;
      isLost = true;
      return 'lose';
    };
    await write();
    expect(isLost).toBe(true);
    expect(server.backups()).toEqual({ keys: [`jobs/${NAME}`], unfinished: [] });
  });

  it('[OPS-05] are read again only if unchanged, even if the store ignores conditional requests', async () => {
    await write();
    const source = folder.source(NAME);
    await buffer(source());
    await folder.delete(NAME);
    await expect(buffer(source())).rejects.toThrow('was replaced or deleted');
    await write(NAME, randomBytes(BYTES.length));
    await expect(buffer(source())).rejects.toThrow('was replaced or deleted');

    const half = folder.source(NAME)();
    server.interfere = (method) => (method === 'GET' ? 'break' : undefined);
    half.once('data', () => {
      server.interfere = () => undefined;
      writeFileSync(`${server.backupFile(`jobs/${NAME}`)}.md5`, 'another');
    });
    await expect(buffer(half)).rejects.toThrow('was replaced or deleted');
  });

  it('[OPS-05] report errors at once, without disclosing the key', async () => {
    const failed = async (store: BackupBucket) => {
      const begun = store.write(NAME, sending(BYTES)).catch(messageOf);
      const read = buffer(store.source(NAME)()).catch(messageOf);
      return [await begun, await read];
    };
    const wrong = await failed(open({ secretAccessKey: 'another secret' }));
    expect(wrong).toEqual([
      'The storage of backups answers to list with status 403 (SignatureDoesNotMatch)',
      'The storage of backups answers to get with status 403 (SignatureDoesNotMatch)',
    ]);
    const bucket = await failed(open({ url: `s3://nowhere/jobs?endpoint=${server.endpoint}` }));
    for (const message of bucket) expect(message).toContain('NoSuchBucket');
    await expect(buffer(folder.source('none')())).rejects.toThrow('There is no backup s3://backups/jobs/none.');
    await server.pause();
    const away = await failed(folder);
    await server.goOn();
    // The client may not have noticed yet that its connection was closed.
    for (const message of away)
      expect(message).toMatch(/does not answer to (list|get): (ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/);
  });

  it('[OPS-05] are pruned: the oldest and abandoned ones are deleted, and nothing else', async () => {
    const daysAgo = (days: number, site?: string) => backupName(new Date(NOW.getTime() - days * 24 * HOUR_MS), site);
    const bytes = Buffer.from('a');
    const [newest, middle, oldest] = [daysAgo(0), daysAgo(1), daysAgo(2)];
    const others = [daysAgo(5, 'uk'), 'notes.txt', `x${daysAgo(9)}`];
    for (const name of [newest, middle, oldest, ...others]) await write(name, bytes);
    const deeper = open({ url: `${server.backupsUrl}/jobs/deeper?endpoint=${server.endpoint}` });
    await deeper.write(daysAgo(9), sending(bytes));
    const isLeft = new Promise<void>((done) => {
      void folder.write(daysAgo(7), () => new Promise<never>(() => done())).catch(() => undefined);
    });
    await isLeft;
    const keep = { site: undefined, keep: 2, now: NOW };
    server.ageUploads(new Date(NOW.getTime() - 23 * HOUR_MS));
    expect(await deleteOldBackups(folder, keep)).toEqual([oldest]);
    expect(server.backups().unfinished).toHaveLength(1);
    server.ageUploads(new Date(NOW.getTime() - 25 * HOUR_MS));
    expect(await deleteOldBackups(folder, keep)).toEqual([]);
    const left = [newest, middle, ...others, `deeper/${daysAgo(9)}`].map((name) => `jobs/${name}`);
    expect(server.backups()).toEqual({ keys: left.sort(), unfinished: [] });
    expect((await folder.list()).map(({ name }) => name).sort()).toEqual([newest, middle, ...others].sort());
    await deeper.delete(daysAgo(9));
  });
});

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Server } from '../../../../../test/support/servers/s3-server.js';
import { wholeOf } from './file-contents.js';
import { ObjectStoreError } from '../../object-storage/s3-client.js';
import { createS3Store } from './s3-store.js';

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** @returns the failure and the message of a rejected operation */
async function failureOf(work: Promise<unknown>): Promise<{ failure: string; message: string }> {
  const error = await work.then(
    () => new Error('It has not failed.'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ObjectStoreError)) throw error as Error;
  return { failure: error.failure, message: error.message };
}

describe('an S3-compatible store', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await S3Server.start();
  });
  afterAll(() => server.stop());

  it('[OPS-04] returns an object until it is deleted, whole or from an offset', async () => {
    const store = createS3Store(server.options);
    const key = randomUUID();
    const bytes = randomBytes(3_000_000);
    await store.put(key, bytes, digest(bytes));
    expect((await wholeOf(await store.get(key))).equals(bytes)).toBe(true);
    expect((await wholeOf(await store.get(key, 2_999_990))).equals(bytes.subarray(2_999_990))).toBe(true);
    await store.put(randomUUID(), Buffer.alloc(0), digest(Buffer.alloc(0)));
    const listed: string[] = [];
    for await (const { key: found, writtenAt } of store.list()) {
      expect(Math.abs(writtenAt.getTime() - Date.now())).toBeLessThan(600_000);
      listed.push(found);
    }
    expect(listed.sort()).toEqual(server.keys());
    for (let count = 0; count < 5; count += 1)
      await store.put(randomUUID(), bytes.subarray(0, 9), digest(bytes.subarray(0, 9)));
    const pages: string[] = [];
    for await (const { key: found } of createS3Store(server.options, 2).list()) pages.push(found);
    expect(pages.sort()).toEqual(server.keys());
    await store.delete(key);
    await store.delete(key);
    expect(await failureOf(store.get(key))).toMatchObject({ failure: 'missing' });
    expect(server.keys()).not.toContain(key);
  });

  it('[OPS-04] reports a wrong key, a wrong bucket or a missing server without disclosing the key', async () => {
    const bytes = Buffer.from('a');
    const put = (options: typeof server.options) => createS3Store(options).put(randomUUID(), bytes, digest(bytes));
    const wrong = await failureOf(put({ ...server.options, secretAccessKey: 'another secret' }));
    expect(wrong).toEqual({
      failure: 'refused',
      message: 'The file store answers to put with status 403 (SignatureDoesNotMatch)',
    });
    const unknown = await failureOf(put({ ...server.options, accessKeyId: 'nobody' }));
    expect(unknown).toMatchObject({
      failure: 'refused',
      message: expect.stringContaining('InvalidAccessKeyId') as string,
    });
    const bucket = await failureOf(put({ ...server.options, url: server.filesUrl.replace('//files/', '//other/') }));
    expect(bucket).toMatchObject({ failure: 'refused', message: expect.stringContaining('NoSuchBucket') as string });
    await server.pause();
    const away = await failureOf(put(server.options));
    await server.goOn();
    // The client may not have noticed yet that its connection was closed.
    const message = /^The file store does not answer to put: (ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/;
    expect(away).toEqual({ failure: 'unreachable', message: expect.stringMatching(message) as string });
  });

  it('[OPS-04] retries an overloaded server, and detects an incomplete response', async () => {
    let status = 503;
    const stub = createServer((_request, response) => {
      response.writeHead(status, status === 200 ? { 'content-length': '100' } : {});
      if (status !== 200) response.end('<Error><Code>SlowDown</Code></Error>');
      else response.write('half', () => response.destroy());
    });
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = stub.address() as AddressInfo;
      const store = createS3Store({ ...server.options, url: `s3://files?endpoint=http://127.0.0.1:${port}` });
      expect(await failureOf(store.get('a'))).toMatchObject({
        failure: 'unreachable',
        message: expect.stringContaining('503 (SlowDown)') as string,
      });
      status = 200;
      expect(await failureOf(store.get('a').then(wholeOf))).toMatchObject({ failure: 'unreachable' });
    } finally {
      stub.close();
      stub.closeAllConnections();
    }
  });
});

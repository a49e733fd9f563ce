import { randomUUID } from 'node:crypto';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { FileContents } from './store/file-contents.js';
import { filePath, serveFile } from './stored-files.js';

describe('serveFile', () => {
  let test: TestDatabase;
  const id = randomUUID();
  const files = () => ({
    database: test.database,
    contents: new FileContents(test.database, undefined, silentLogger),
  });
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

  beforeAll(async () => {
    test = await createTestDatabase();
    await test.database
      .insertInto('file')
      .values({ id, name: 'a b.svg', content_type: 'image/svg+xml', bytes })
      .execute();
  });
  afterAll(() => test.close());

  it('serves a file with unlimited caching and no permissions to run anything', async () => {
    const { status, headers, body } = await serveFile(files(), { path: filePath(id, 'a b.svg'), headers: {} });
    expect(status).toBe(200);
    expect(headers).toEqual({
      etag: `"${id}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/svg+xml',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    expect(body).toEqual(bytes);
  });

  it('answers 304 if the client has the file', async () => {
    const headers = { 'if-none-match': `W/"x", "${id}"` };
    expect(await serveFile(files(), { path: filePath(id, 'x'), headers })).toMatchObject({ status: 304 });
  });

  it('answers 404 to everything else', async () => {
    const paths = [
      '/',
      '/files',
      `/files/${id}`,
      `/files/${id}/`,
      `/files/${randomUUID()}/x.svg`,
      '/files/1/x',
      '/x\0',
    ];
    for (const path of paths) {
      expect(await serveFile(files(), { path, headers: {} })).toMatchObject({ status: 404 });
    }
  });
});

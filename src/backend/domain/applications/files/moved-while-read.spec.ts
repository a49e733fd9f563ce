import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../../test/support/database.js';
import { S3Server } from '../../../../../test/support/servers/s3-server.js';
import { FileContents } from '../../../platform/files/store/file-contents.js';
import { moveFiles } from '../../../platform/files/store/move-files.js';
import { createS3Store } from '../../../platform/files/store/s3-store.js';
import { openContent } from '../../contact/message-files.js';
import { openContent as openApplicationFile } from './serve-application-files.js';

describe('a file that is moved while it is read', () => {
  let test: TestDatabase;
  let server: S3Server;
  beforeAll(async () => {
    [test, server] = await Promise.all([createTestDatabase(), S3Server.start()]);
  });
  afterAll(() => Promise.all([test.close(), server.stop()]));

  /** Reads the first chunk, moves all files to the store, and reads the rest. */
  async function readWhileMoved(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
    const store = createS3Store(server.options);
    const pieces: Uint8Array[] = [];
    for await (const piece of body) {
      if (pieces.length === 0) await moveFiles('store', { database: test.database, store, logger: silentLogger });
      pieces.push(piece);
    }
    expect(pieces.length).toBeGreaterThan(1);
    return Buffer.concat(pieces);
  }

  const files = () => ({
    database: test.database,
    contents: new FileContents(test.database, createS3Store(server.options), silentLogger),
  });

  it('[OPS-04] [PAGE-01] a file of a message arrives complete', async () => {
    const bytes = randomBytes(2_500_000);
    const { rows } = await sql<{ id: string; size: number }>`
      insert into message_file (site, message_id, name, content_type, bytes, created_at)
      values ('default', gen_random_uuid(), 'a.pdf', 'application/pdf', ${bytes}, now()) returning id, size
    `.execute(test.database);
    expect((await readWhileMoved(await openContent(files(), rows[0]!))).equals(bytes)).toBe(true);
  });

  it('[OPS-04] [APP-02] a file of an application arrives complete', async () => {
    const bytes = randomBytes(1_200_000);
    const { rows } = await sql<{ id: string }>`
      with employer as (
        insert into organization (site, slug, name, language, source, source_key) values ('default', 's', 'N', 'en', 'test', '1') returning id
      ), advert as (
        insert into job (site, organization_id, title, language, description, state, published_at, application_workflow, content_hash, source, source_key)
        select 'default', id, 'Cook', 'en', '', 'published', now(), 'form', '', 'test', '1' from employer returning id, organization_id
      ), sent as (
        insert into application (site, job_id, organization_id, email, first_name, last_name, cover_letter, language, request_key, created_at, updated_at)
        select 'default', id, organization_id, 'a@people.test', 'A', 'B', '', 'en', 'a key', now(), now() from advert returning id
      )
      insert into application_file (application_id, site, name, content_type, size, complete, created_at)
      select id, 'default', 'cv.pdf', 'application/pdf', ${bytes.length}, true, now() from sent returning id
    `.execute(test.database);
    const { id } = rows[0]!;
    for (let from = 0; from < bytes.length; from += 500_000)
      await sql`
        insert into application_file_part values (${id}::uuid, ${from}, ${bytes.subarray(from, from + 500_000)})
      `.execute(test.database);
    expect((await readWhileMoved(await openApplicationFile(files(), id))).equals(bytes)).toBe(true);
    const { rows: parts } = await sql`select from application_file_part`.execute(test.database);
    expect(parts).toEqual([]);
    expect((await readWhole(await openApplicationFile(files(), id))).equals(bytes)).toBe(true);
  });

  async function readWhole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return Buffer.concat(pieces);
  }
});

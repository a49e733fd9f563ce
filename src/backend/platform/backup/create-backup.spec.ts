import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createOrganization } from '../../../../test/support/data/jobs.js';
import { verifyArchive } from './archive.js';
import { createBackup } from './create-backup.js';
import { restoreBackup } from './restore-backup.js';

const LATER_MS = 10;
const COMMAND_COMPLETE = Buffer.from('COPY ');

/** Forwards what PostgreSQL sends, but the end of each COPY (`CommandComplete`) in a packet of its own, some time after the rows. */
function startSplittingProxy({ host = '', port = 0 }: { host?: string; port?: number }): Promise<Server> {
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const proxy = createServer((client) => {
    const database = connect(target);
    let sent = Promise.resolve();
    database.on('data', (data) => {
      const at = data.lastIndexOf(COMMAND_COMPLETE);
      // The type and the length of the message precede its text.
      const rows = at < 5 ? data : data.subarray(0, at - 5);
      sent = sent.then(async () => {
        client.write(rows);
        if (rows === data) return;
        await new Promise((resolve) => setTimeout(resolve, LATER_MS));
        client.write(data.subarray(rows.length));
      });
    });
    client.pipe(database);
    for (const socket of [client, database]) socket.on('error', () => undefined).on('close', () => client.destroy());
  });
  return new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(proxy)));
}

/** Forwards everything until a message of either side contains a text, and then closes both connections. */
function startCuttingProxy({ host = '', port = 0 }: { host?: string; port?: number }, text: string): Promise<Server> {
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const proxy = createServer((client) => {
    const database = connect(target);
    const forward = (from: Socket, to: Socket): void => {
      from.on('data', (data) => {
        const at = data.indexOf(text);
        to.write(at < 0 ? data : data.subarray(0, at));
        if (at >= 0) for (const socket of [client, database]) socket.destroy();
      });
      from.on('error', () => undefined).on('close', () => to.destroy());
    };
    forward(client, database);
    forward(database, client);
  });
  return new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(proxy)));
}

describe('a backup', () => {
  let test: TestDatabase;
  let proxy: Server;

  beforeAll(async () => {
    test = await createTestDatabase();
    proxy = await startSplittingProxy(test.target);
  });
  afterAll(async () => {
    proxy.close();
    await test.close();
  });

  it('[OPS-05] has the right number of rows even if PostgreSQL reports it late', async () => {
    for (const name of ['Food Bank', 'Night Shelter', 'Two\nlines'])
      await createOrganization(test.database, 'default', name);
    const output = new PassThrough();
    const archive = buffer(output);
    const { port } = proxy.address() as AddressInfo;
    const tables = new Map<string, number>();
    const total = await createBackup({ ...test.target, host: '127.0.0.1', port }, output, {
      release: '1.2.3',
      now: new Date(),
      onTable: ({ table, rows }) => tables.set(table, rows),
    });
    expect(tables.get('organization')).toBe(3);
    const bytes = await archive;
    const { manifest } = await verifyArchive(() => Readable.from([bytes]), {});
    expect(manifest.rows).toEqual(Object.fromEntries(tables));
    expect(total).toBe([...tables.values()].reduce((sum, rows) => sum + rows, 0));
  });

  it('[OPS-05] contains a stored file whose name has a line separator', async () => {
    const bytes = Buffer.from('%PDF-1.7');
    const [key, id, name] = [randomUUID(), randomUUID(), 'two\u2028lines.pdf'];
    await sql`insert into stored_object (key, state, size, sha256) values (${key}, 'stored', 8, sha256(${bytes}))`.execute(
      test.database,
    );
    await sql`
      insert into file (id, name, content_type, object_key, created_at) values (${id}, ${name}, 'application/pdf', ${key}, now())
    `.execute(test.database);
    const output = new PassThrough();
    const archive = buffer(output);
    const objects = { lock: 1, read: (of: string) => Promise.resolve(of === key ? bytes : Buffer.alloc(0)) };
    await createBackup(test.target, output, { release: '1.2.3', now: new Date(), objects });
    const written = await archive;
    await restoreBackup(test.target, () => Readable.from([written]), { key: {}, replace: true });
    const { rows } = await sql`select name, bytes, object_key from file where id = ${id}`.execute(test.database);
    expect(rows).toEqual([{ name, bytes, object_key: null }]);
  });

  it('[OPS-05] fails without ending the process if the database is lost in the middle', async () => {
    await createOrganization(test.database, 'default', 'Lost and Found');
    const cutting = await startCuttingProxy(test.target, 'Lost and Found');
    const { port } = cutting.address() as AddressInfo;
    const output = new PassThrough();
    const read = buffer(output);
    const backup = createBackup({ ...test.target, host: '127.0.0.1', port }, output, {
      release: '1.2.3',
      now: new Date(),
    });
    await expect(backup).rejects.toThrow('Connection terminated');
    await expect(read).rejects.toThrow();
    cutting.close();
  });

  it('[OPS-05] is not restored in part if the database is lost in the middle', async () => {
    const output = new PassThrough();
    const archive = buffer(output);
    await createOrganization(test.database, 'default', 'Found and Lost');
    await createBackup(test.target, output, { release: '1.2.3', now: new Date() });
    const bytes = await archive;
    const cutting = await startCuttingProxy(test.target, 'Found and Lost');
    const { port } = cutting.address() as AddressInfo;
    const request = { key: {}, replace: true };
    const restore = restoreBackup({ ...test.target, host: '127.0.0.1', port }, () => Readable.from([bytes]), request);
    // Which of them is reported depends on whether the restore is writing at that moment.
    await expect(restore).rejects.toThrow(/Connection terminated|socket has been ended/);
    cutting.close();
    const { rows } = await sql`select from organization where name = 'Found and Lost'`.execute(test.database);
    expect(rows).toHaveLength(1);
  });
});

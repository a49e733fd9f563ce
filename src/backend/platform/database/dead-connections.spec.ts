import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { FaultyProxy } from '../../../../test/support/servers/faulty-proxy.js';
import { openPool } from './pool.js';

describe('connections to a database that stops responding', () => {
  let test: TestDatabase;
  let proxy: FaultyProxy;

  beforeAll(async () => {
    test = await createTestDatabase();
    const { host = '', port = 5432 } = test.target;
    proxy = await FaultyProxy.start(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  });
  afterAll(async () => {
    await proxy.close();
    await test.close();
  });

  it('are closed, so that the pool has free connections when the database is back', async () => {
    const [host, port] = proxy.address.split(':');
    const database = openPool({ ...test.target, host, port: Number(port) }, silentLogger, { max: 1 });
    await sql`select 1`.execute(database);
    await proxy.set('silent');
    await expect(sql`select 1`.execute(database)).rejects.toThrow('Connection terminated');
    await proxy.set('none');
    expect((await sql<{ one: number }>`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
    await database.destroy();
  });

  it('stay open if the database is only slow', async () => {
    const [host, port] = proxy.address.split(':');
    const database = openPool({ ...test.target, host, port: Number(port) }, silentLogger, { max: 1 });
    const { rows } = await sql<{ slept: string }>`select pg_sleep(4.5) is not null as slept`.execute(database);
    expect(rows).toHaveLength(1);
    await database.destroy();
  });

  it('stay open if the server has no free connection for the probe', async () => {
    const text = ['SFATAL', 'VFATAL', 'C53300', 'Msorry, too many clients already', '', ''].join('\0');
    const refusal = Buffer.alloc(5 + Buffer.byteLength(text));
    refusal.write('E');
    refusal.writeInt32BE(refusal.length - 1, 1);
    refusal.write(text, 5);
    const { host = '', port = 5432 } = test.target;
    let probes = -1;
    const full = createServer((client) => {
      client.on('error', () => undefined);
      probes += 1;
      if (probes > 0) client.once('data', () => client.end(refusal));
      else {
        const server = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
        server.on('error', () => undefined).once('close', () => client.destroy());
        client.once('close', () => server.destroy()).pipe(server);
        server.pipe(client);
      }
    });
    await new Promise<void>((resolve) => full.listen(0, '127.0.0.1', resolve));
    const target = { ...test.target, host: '127.0.0.1', port: (full.address() as AddressInfo).port };
    const database = openPool(target, silentLogger, { max: 1 });
    const { rows } = await sql<{ slept: string }>`select pg_sleep(5) is not null as slept`.execute(database);
    expect(rows).toHaveLength(1);
    expect(probes).toBeGreaterThan(0);
    await database.destroy();
    full.close();
  });

  it('stay open if this process was too busy to read the answer', async () => {
    const database = openPool(test.target, silentLogger, { max: 1 });
    const query = sql<{ slept: string }>`select pg_sleep(9) is not null as slept`.execute(database);
    await setTimeout(3000);
    for (let block = 0; block < 3; block++) {
      // Blocks the event loop for longer than a probe may take. The probe is sent in the moments between.
      for (const start = performance.now(); performance.now() - start < 2200;);
      await setTimeout(1);
    }
    expect((await query).rows).toHaveLength(1);
    await database.destroy();
  });
});

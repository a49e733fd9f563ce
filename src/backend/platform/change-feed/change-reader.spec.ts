import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { passBarrier } from './change-reader.js';

let test: TestDatabase;
let listener: pg.Client;
let writer: pg.Client;

beforeAll(async () => {
  test = await createTestDatabase();
  [listener, writer] = [new pg.Client({ ...test.target }), new pg.Client({ ...test.target })];
  for (const client of [listener, writer]) {
    client.on('error', () => undefined);
    await client.connect();
  }
}, 60_000);
afterAll(async () => {
  await Promise.all([listener.end(), writer.end()]);
  await test.close();
});

describe('passBarrier', () => {
  it('resolves after the notifications of all earlier commits', async () => {
    const heard: (string | undefined)[] = [];
    listener.on('notification', ({ payload }) => heard.push(payload));
    await listener.query('listen barrier');
    for (let round = 0; round < 300; round++) {
      await writer.query(`notify barrier, '${round}'`);
      expect(await passBarrier(listener)).toBe(true);
      expect(heard.at(-1)).toBe(String(round));
    }
    expect(heard).toHaveLength(300);
  });

  it('does not change the state of the connection', async () => {
    expect(await passBarrier(listener)).toBe(true);
    expect((await listener.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('fails on a lost connection', async () => {
    const { rows } = await listener.query<{ pid: number }>('select pg_backend_pid() as pid');
    await writer.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    expect(await passBarrier(listener)).toBe(false);
    expect(await passBarrier(listener)).toBe(false);
  });
});

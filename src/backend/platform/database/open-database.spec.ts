import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createTestDatabase } from '../../../../test/support/database.js';
import { reachDatabase } from './open-database.js';

const LIMIT_MS = 300;

describe('checking a database at the start', () => {
  let server: Server;
  const sockets: Socket[] = [];
  let answer: (socket: Socket) => void;
  const address = () => `postgres://someone:pass-word@127.0.0.1:${(server.address() as AddressInfo).port}/jobs`;

  beforeEach(async () => {
    server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      answer(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('succeeds if the database responds', async () => {
    const test = await createTestDatabase();
    await reachDatabase(test.url);
    await test.close();
  });

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['hangs up', (socket) => socket.destroy()],
    ['is no database', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('reports the setting and the address, but not the password, of a server that %s', async (_what, behaviour) => {
    answer = behaviour;
    const error = await reachDatabase(address(), LIMIT_MS).then(
      () => undefined,
      (reason: unknown) => reason as Error,
    );
    expect(error).toMatchObject({ name: 'ClusterError' });
    const { port } = server.address() as AddressInfo;
    expect(error!.message).toContain(`DATABASE_URL: the database at 127.0.0.1:${port}/jobs cannot be used: `);
    expect(error!.message).not.toContain('pass-word');
  });
});

// A loopback address that neither accepts nor refuses connections, like one behind a firewall that drops packets.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

/** A server with an accept queue of one connection; it is stopped before it accepts any. */
const PROGRAM = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));
`;
/** More connections than the queue holds, so that later ones get no response at all. */
const QUEUED = 4;

/** @returns its origin, and a function that removes it */
export async function startBlackHole() {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const port = Number(String(line));
  child.kill('SIGSTOP');
  const sockets = Array.from({ length: QUEUED }, () => connect(port, '127.0.0.1').on('error', () => {}));
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}

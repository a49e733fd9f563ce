// Load from separate processes, so that generating it does not affect the measurement.
import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { VISITOR } from './visitor.mjs';

function runProcess(name, task) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, name)], { stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done(JSON.parse(output)) : fail(new Error(`${name} ended with ${code}`)),
    );
    child.stdin.end(JSON.stringify(task));
  });
}

/**
 * The given number of connections, each of which sends the next request after the response to the last, for `seconds`.
 * @param requests [{ path, method?, body?, headers?, status? }]; each connection starts at another position in the list
 * @param offset position at which the first connection starts
 * @returns responses per second, response times in ms, bytes per response, and unexpected responses
 */
export const closedLoad = (url, requests, { connections, seconds, offset = 0, headers }) =>
  runProcess('closed-load-process.mjs', { url, requests, connections, seconds, offset, headers });

/**
 * A fixed number of requests per second, whether or not earlier ones are answered: response times are those of visitors who do not wait for
 * each other.
 */
export const steadyLoad = (url, requests, { perSecond, seconds, offset = 0, headers }) =>
  runProcess('steady-load-process.mjs', { url, requests, perSecond, seconds, offset, headers });

/**
 * Requests each address once, as far as the time allows: connections walk through the list from evenly spread positions.
 * @returns the number of answered requests
 */
export async function askAll(url, requests, { connections, seconds }) {
  const task = { url, requests, connections, seconds, offset: 0, once: true };
  return (await runProcess('closed-load-process.mjs', task)).responses;
}

/**
 * Requests short lists of addresses over the same connections of this process. Starting a process for each list would take longer than the
 * list. Only for measurements of the server's CPU time, since this process uses CPU as well.
 */
export class OpenConnections {
  constructor(url, connections) {
    this.url = url;
    this.connections = connections;
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Requests each address once. @throws if a response has another status than 200 */
  async ask(requests) {
    const paths = requests.map(({ path }) => path).values();
    await Promise.all(
      Array.from({ length: this.connections }, async () => {
        for (const path of paths) await this.request(path);
      }),
    );
  }

  async request(path) {
    const { promise, resolve, reject } = Promise.withResolvers();
    get(new URL(path, this.url), { agent: this.agent, headers: VISITOR }, resolve).on('error', reject);
    const response = await promise;
    await finished(response.resume());
    if (response.statusCode !== 200) throw new Error(`${path}: status ${response.statusCode}`);
  }

  close() {
    this.agent.destroy();
  }
}

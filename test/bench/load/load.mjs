// Load from separate processes, so that generating it does not affect the measurement.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

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

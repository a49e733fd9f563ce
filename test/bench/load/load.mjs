// Load from processes of its own, so that measuring does not wait for what is measured.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

function runProcess(name, task) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, name)], { stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done(JSON.parse(output)) : fail(new Error(`${name} ended with ${code}`))));
    child.stdin.end(JSON.stringify(task));
  });
}

/**
 * As many connections as told, each asking again as soon as it is answered, for `seconds`.
 * @param requests [{ path, method?, body?, headers?, status? }]; each connection begins elsewhere in the list
 * @param offset where the first connection begins
 * @returns answers a second, response times in ms, bytes an answer, what was not answered as expected
 */
export const closedLoad = (url, requests, { connections, seconds, offset = 0, headers }) =>
  runProcess('closed-load-process.mjs', { url, requests, connections, seconds, offset, headers });

/**
 * A fixed number of requests a second, whether or not earlier ones are answered: response times are those of visitors who do not wait for each
 * other.
 */
export const steadyLoad = (url, requests, { perSecond, seconds, offset = 0, headers }) =>
  runProcess('steady-load-process.mjs', { url, requests, perSecond, seconds, offset, headers });

/**
 * Asks for each once, as far as the time allows: connections walk the list from as many places as there are of them.
 * @returns how many were answered
 */
export async function askAll(url, requests, { connections, seconds }) {
  const task = { url, requests, connections, seconds, offset: 0, once: true };
  return (await runProcess('closed-load-process.mjs', task)).responses;
}

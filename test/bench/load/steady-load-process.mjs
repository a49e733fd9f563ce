// A fixed rate of requests: the task is JSON on stdin, the result JSON on stdout. See `steadyLoad`.
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { quantile } from '../report/statistics.mjs';
import { VISITOR } from './visitor.mjs';

const { url, requests, perSecond, seconds, offset, headers } = JSON.parse(await text(process.stdin));
if (new URL(url).hostname !== '127.0.0.1') throw new Error('only 127.0.0.1');

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const times = [];
let unexpected = 0;
let errors = 0;

/** Measures from the moment at which the request was due, so that a late timer or a full queue counts as waiting. */
function ask({ path, method = 'GET', body, headers: own, status = 200 }, due) {
  return new Promise((done) => {
    const fail = () => {
      errors++;
      done();
    };
    const request = http.request(
      url + path,
      { agent, method, headers: { ...VISITOR, ...headers, ...own }, timeout: 20_000 },
      (response) => {
        response.resume().once('end', () => {
          times.push(performance.now() - due);
          if (response.statusCode !== status) unexpected++;
          done();
        });
        response.once('error', fail);
      },
    );
    request.once('timeout', () => request.destroy(new Error('timeout')));
    request.once('error', fail);
    request.end(body);
  });
}

const total = Math.round(perSecond * seconds);
const started = performance.now();
const asked = [];
for (let at = 0; at < total; at++) {
  const due = started + (at * 1000) / perSecond;
  const wait = due - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  asked.push(ask(requests[(offset + at) % requests.length], due));
}
await Promise.all(asked);
process.stdout.write(
  JSON.stringify({
    responses: times.length,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    most: quantile(times, 1),
    unexpected,
    errors,
  }),
  () => process.exit(0),
);

// Memory of a web process under mixed load, started as `npm start` does.
import { clearInterval, setInterval } from 'node:timers';
import { addressMix } from '../pages/address-mix.mjs';
import { factsOf } from '../made-jobs/job-folders.mjs';
import { closedLoad } from '../load/load.mjs';
import { idle, largestOf, memoryMb, postgresOf } from '../processes.mjs';
import { SeededRandom } from '../random.mjs';
import { slope } from '../report/statistics.mjs';
import { NODE_FLAGS, startProduct } from '../../support/products.mjs';

const MAX_MB = 300;
// Growth per minute in the second half of the run; smaller values cannot be distinguished from noise.
const FLAT_SHARE_A_MINUTE = 0.01;
const CONNECTIONS = 4;
const LISTS = 8000;
const JOBS = 1600;
const OTHERS = 400;

export async function measureMemory({ folder, jobs, minutes }) {
  const product = await startProduct({ DATA_DIR: folder, DEMO_DATA: 'off' }, [...NODE_FLAGS, 'scripts/start.mjs']);
  try {
    const postgres = postgresOf(folder);
    await idle({ server: product.pid, postgres });
    const pid = largestOf(product.pid, [postgres]);
    const requests = await mixedRequests(product.url, factsOf(folder));
    const atStart = memoryMb(pid).resident;
    const points = [];
    const started = performance.now();
    const timer = setInterval(
      () => points.push([(performance.now() - started) / 60_000, memoryMb(pid).resident]),
      1000,
    );
    const load = await closedLoad(product.url, requests, { connections: CONNECTIONS, seconds: minutes * 60 });
    clearInterval(timer);
    if (load.unexpected + load.errors > 0)
      throw new Error(`${load.unexpected} answers of another status, ${load.errors} errors`);
    const atEnd = memoryMb(pid).resident;
    const settled = points.filter(([minute]) => minute > minutes / 2);
    const what = `web process, ${jobs} jobs, ${minutes} min of mixed load`;
    const part = 'memory';
    return [
      {
        part,
        what: `${what}: MB resident at most`,
        value: Math.max(...points.map(([, mb]) => mb), atEnd),
        most: MAX_MB,
        note: `${atStart.toFixed(0)} at the start, ${atEnd.toFixed(0)} at the end, ${load.responses} answers to ${requests.length} addresses`,
      },
      {
        part,
        what: `${what}: growth in its second half, % a minute`,
        value: (100 * slope(settled)) / atEnd,
        most: 100 * FLAT_SHARE_A_MINUTE,
        note: minutes < 10 ? 'told for sure by --minutes 10' : undefined,
      },
    ];
  } finally {
    await product.stop();
  }
}

/** Lists, jobs, the home page, files, suggestions and missing pages; half of them by clients that accept compressed responses. */
async function mixedRequests(url, facts) {
  const random = new SeededRandom(3);
  const requests = addressMix(facts, LISTS, 3).map(({ path }) => ({ path }));
  requests.push(
    ...random
      .shuffled(facts.sample)
      .slice(0, JOBS)
      .map(({ path }) => ({ path })),
  );
  const home = await (await fetch(url)).text();
  const files = [...new Set(home.match(/\/assets\/[\w./-]+\.(?:js|css|woff2)/g) ?? [])].map((path) => ({ path }));
  for (let count = 0; count < OTHERS; count++) {
    const job = random.pick(facts.sample);
    const kind = count % 4;
    if (kind === 0) requests.push(suggestions(random.pick(job.title.concat(job.text))));
    else if (kind === 1 && files.length > 0) requests.push(random.pick(files));
    else if (kind === 2) requests.push({ path: `/nothing/${count}`, status: 404 });
    else requests.push({ path: count % 8 === 3 ? '/' : `/?from=${count}` });
  }
  return random.shuffled(requests).map((request, at) => ({
    ...request,
    headers: { ...request.headers, ...(at % 2 ? { 'accept-encoding': 'gzip, deflate, br, zstd' } : {}) },
  }));
}

function suggestions(word) {
  const body = { operationName: 'KeywordSuggestions', variables: { prefix: word.slice(0, 4) }, locale: 'en' };
  return {
    path: '/graphql',
    method: 'POST',
    headers: { accept: '*/*', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

// /jobs from the page cache, beside a server that sends a buffer.
import { addressMix } from './address-mix.mjs';
import { checkAnswers } from './check-answers.mjs';
import { factsOf } from './made-jobs/job-folders.mjs';
import { closedLoad } from './load.mjs';
import { ADDRESSES, CONNECTIONS } from './page-rendered.mjs';
import { idle, postgresOf } from './processes.mjs';
import { measureInTurns } from './rounds.mjs';
import { YARDSTICK_ADDRESSES } from './yardsticks.mjs';
import { startProduct } from '../support/products.mjs';

const HOT = 500;

export async function measureCachedPage({ folder, jobs, yardsticks, pace }) {
  const all = addressMix(factsOf(folder), ADDRESSES);
  const hot = all.slice(0, HOT);
  const product = await startProduct({ DATA_DIR: folder });
  const buffer = await yardsticks?.start('static');
  try {
    const pids = { server: product.pid, postgres: postgresOf(folder) };
    await idle(pids);
    const theirs = buffer && {
      name: 'static',
      url: buffer.url,
      requests: YARDSTICK_ADDRESSES,
      pids: { server: buffer.pid },
    };
    const rows = [];
    for (const [requests, name] of [
      [hot, `${HOT} hot addresses`],
      [all, `${ADDRESSES} addresses`],
    ]) {
      await askAll(product.url, requests, pace.fillSeconds);
      const wrong = await checkAnswers(product.url, requests, folder, pace.checked);
      const ours = { name, url: product.url, requests, pids };
      const measured = await measureInTurns([theirs, ours].filter(Boolean), { ...pace, connections: CONNECTIONS });
      const [our, their] = [measured[name], measured.static];
      const what = `/jobs of ${jobs} jobs, page cache, ${name}`;
      rows.push(
        {
          part: 'cache',
          what: `${what}: pages/s`,
          value: our.perSecond,
          yardstick: their?.perSecond,
          ratio: their && our.perSecond / their.perSecond,
          least: 0.7,
          spread: our.spread,
          disturbed: our.disturbed || their?.disturbed,
          note: 'yardstick: static',
        },
        {
          part: 'cache',
          what: `${what}: CPU ms a page, PostgreSQL included`,
          value: our.cpuMs,
          yardstick: their?.cpuMs,
          ratio: their && our.cpuMs / their.cpuMs,
        },
        {
          part: 'cache',
          what: `${what}: wrong answers of ${pace.checked}`,
          value: wrong.length,
          most: 0,
          note: wrong[0],
        },
      );
    }
    return rows;
  } finally {
    await buffer?.stop();
    await product.stop();
  }
}

/** Once each, as far as the time allows: the load walks the list from as many places as there are connections. */
async function askAll(url, requests, seconds) {
  const started = performance.now();
  const left = () => seconds - (performance.now() - started) / 1000;
  for (let asked = 0; asked < requests.length && left() > 0;) {
    const { responses } = await closedLoad(url, requests, {
      connections: CONNECTIONS,
      seconds: Math.min(5, Math.max(1, left())),
      offset: Math.ceil(asked / CONNECTIONS),
    });
    asked += responses;
  }
}

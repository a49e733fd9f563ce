// /jobs from the page cache, compared with a server that sends a buffer.
import { addressMix } from './address-mix.mjs';
import { checkAnswers } from '../search/check-answers.mjs';
import { factsOf } from '../made-jobs/job-folders.mjs';
import { askAll } from '../load/load.mjs';
import { ADDRESSES, CONNECTIONS } from './page-rendered.mjs';
import { idle, postgresOf } from '../processes.mjs';
import { measureInTurns } from '../report/rounds.mjs';
import { YARDSTICK_ADDRESSES } from '../report/yardsticks.mjs';
import { startProduct } from '../../support/products.mjs';

// As many pages as fit in the cache by default without compression, at 30 kB each; compressed they take 7 kB.
const HOT = 200;
// Pages that do not fit need not all be requested.
const SHORT_FILL_SECONDS = 20;
const SAMPLE = 100;
// Room for pages of 30 kB and their compressed versions.
const ROOM_FOR_ALL = { PAGE_CACHE_MB: '1024' };

export async function measureCachedPage({ folder, jobs, yardsticks, pace }) {
  const all = addressMix(factsOf(folder), ADDRESSES);
  const buffer = await yardsticks?.start('static');
  const measure = (options) => measureSet({ folder, jobs, buffer, pace, ...options });
  try {
    return [
      ...(await measure({ requests: all.slice(0, HOT), name: `${HOT} addresses`, budget: { least: 0.7 } })),
      ...(await measure({
        requests: all,
        name: `${ADDRESSES} addresses, room for all`,
        settings: ROOM_FOR_ALL,
        budget: { least: 0.7 },
      })),
      ...(await measure({
        requests: all,
        name: `${ADDRESSES} addresses, more than fit`,
        budget: {},
        fill: SHORT_FILL_SECONDS,
      })),
    ];
  } finally {
    await buffer?.stop();
  }
}

async function measureSet({ folder, jobs, buffer, pace, requests, name, settings, budget, fill = Infinity }) {
  const product = await startProduct({ DATA_DIR: folder, ...settings });
  try {
    const pids = { server: product.pid, postgres: postgresOf(folder) };
    await idle(pids);
    await askAll(product.url, requests, { connections: CONNECTIONS, seconds: Math.min(fill, pace.fill) });
    const wrong = await checkAnswers(product.url, requests, folder, pace.checked);
    const ours = { name, url: product.url, requests, pids };
    const theirs = buffer && {
      name: 'static',
      url: buffer.url,
      requests: YARDSTICK_ADDRESSES,
      pids: { server: buffer.pid },
    };
    const measured = await measureInTurns([theirs, ours].filter(Boolean), { ...pace, connections: CONNECTIONS });
    const [our, their] = [measured[name], measured.static];
    const what = `/jobs of ${jobs} jobs, page cache, ${name}`;
    const part = 'cache';
    return [
      {
        part,
        what: `${what}: pages/s`,
        value: our.perSecond,
        yardstick: their?.perSecond,
        ratio: their && our.perSecond / their.perSecond,
        ...budget,
        spread: our.spread,
        disturbed: our.disturbed || their?.disturbed,
        note: `yardstick: static; ${await keptShare(product.url, requests)} % of a sample are kept`,
      },
      {
        part,
        what: `${what}: CPU ms a page, PostgreSQL included`,
        value: our.cpuMs,
        yardstick: their?.cpuMs,
        ratio: their && our.cpuMs / their.cpuMs,
      },
      { part, what: `${what}: wrong answers of ${pace.checked}`, value: wrong.length, most: 0, note: wrong[0] },
    ];
  } finally {
    await product.stop();
  }
}

/** Cache hits according to the responses (RFC 9211), in %. */
async function keptShare(url, requests) {
  const step = Math.max(1, Math.floor(requests.length / SAMPLE));
  const sample = requests.filter((_, index) => index % step === 0).slice(0, SAMPLE);
  let kept = 0;
  for (const { path } of sample) {
    const response = await fetch(url + path);
    await response.arrayBuffer();
    if (/;\s*hit\b/.test(response.headers.get('cache-status') ?? '')) kept++;
  }
  return Math.round((100 * kept) / sample.length);
}

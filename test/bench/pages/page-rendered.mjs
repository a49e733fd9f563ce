// /jobs rendered for each request, compared with the bare React server: throughput and CPU.
import { addressMix } from './address-mix.mjs';
import { checkAnswers } from '../search/check-answers.mjs';
import { factsOf } from '../made-jobs/job-folders.mjs';
import { askAll } from '../load/load.mjs';
import { idle, postgresOf, watchCpu } from '../processes.mjs';
import { measureInTurns } from '../report/rounds.mjs';
import { YARDSTICK_ADDRESSES } from '../report/yardsticks.mjs';
import { startProduct } from '../../support/products.mjs';

export const ADDRESSES = 10_000;
/** Number of requests before the measurement of first requests, so that the code is compiled, as is that of the yardstick. */
const WARMING_ADDRESSES = 2_000;
export const CONNECTIONS = 16;

/**
 * @param yardsticks see `openYardsticks`; undefined if there are none
 * @param settings of the product @param localized returns the address of a page of jobs in another language of the site, by path and number
 */
export async function measureRenderedPage({ folder, jobs, yardsticks, pace, ...site }) {
  const { part = 'page', name = '/jobs', settings = {}, localized = (path) => path } = site;
  const mix = addressMix(factsOf(folder), ADDRESSES + WARMING_ADDRESSES);
  const all = mix.map(({ path, ...rest }, at) => ({ ...rest, path: localized(path, at) }));
  const addresses = all.slice(0, ADDRESSES);
  const product = await startProduct({ ...settings, DATA_DIR: folder, PAGE_CACHE_MB: '0' });
  const floor = await yardsticks?.start('floor');
  try {
    const pids = { server: product.pid, postgres: postgresOf(folder) };
    await idle(pids);
    const wrong = await checkAnswers(product.url, addresses, folder, pace.checked, settings);
    await askAll(product.url, all.slice(ADDRESSES), { connections: CONNECTIONS, seconds: pace.fill });
    const first = await firstTime(product.url, addresses, pids, pace);
    const ours = { name: 'causeboard', url: product.url, requests: addresses, pids };
    const theirs = floor && {
      name: 'floor',
      url: floor.url,
      requests: YARDSTICK_ADDRESSES,
      pids: { server: floor.pid },
    };
    const { causeboard: our, floor: their } = await measureInTurns([theirs, ours].filter(Boolean), {
      ...pace,
      connections: CONNECTIONS,
    });
    const where = `${name} of ${jobs} jobs, rendered`;
    return [
      {
        part,
        what: `${where}: pages/s`,
        value: our.perSecond,
        yardstick: their?.perSecond,
        ratio: their && our.perSecond / their.perSecond,
        least: 1,
        spread: our.spread,
        disturbed: our.disturbed || their?.disturbed,
        note: 'yardstick: floor',
      },
      {
        part,
        what: `${where}: CPU ms a page, PostgreSQL included`,
        value: our.cpuMs,
        yardstick: their?.cpuMs,
        ratio: their && our.cpuMs / their.cpuMs,
        most: 1,
        note: `PostgreSQL ${Math.round((100 * our.cpu.postgres) / our.cpuMs)} % of it`,
      },
      {
        part,
        what: `${where}: p50 / p99 ms at ${CONNECTIONS} connections`,
        value: our.p50,
        note: `p99 ${our.p99.toFixed(1)}`,
      },
      {
        part,
        what: `${where}, each address for the first time: CPU ms a page`,
        value: first.cpuMs,
        yardstick: their?.cpuMs,
        ratio: their && first.cpuMs / their.cpuMs,
        note: `${first.perSecond.toFixed(0)} pages/s`,
      },
      { part, what: `${where}: kB a page`, value: our.bytes / 1000, yardstick: their && their.bytes / 1000 },
      { part, what: `${where}: wrong answers of ${pace.checked}`, value: wrong.length, most: 0, note: wrong[0] },
    ];
  } finally {
    await floor?.stop();
    await product.stop();
  }
}

/** Requests all addresses once, so that the later rounds only repeat requests. */
async function firstTime(url, addresses, pids, { fill }) {
  const end = watchCpu(pids);
  const started = performance.now();
  const answered = await askAll(url, addresses, { connections: CONNECTIONS, seconds: fill });
  const all = Object.values(end().used).reduce((sum, ms) => sum + ms, 0);
  return { cpuMs: all / answered, perSecond: (1000 * answered) / (performance.now() - started) };
}

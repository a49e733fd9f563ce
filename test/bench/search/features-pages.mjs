// Cost of the relevance features for pages: /jobs of a server with all of them and of one with none, in turns, each on its own copy of the
// same jobs. Every address is requested once, and then again.
import { startProduct } from '../../support/products.mjs';
import { askAll } from '../load/load.mjs';
import { factsOf, withScratchCopy } from '../made-jobs/job-folders.mjs';
import { addressMix } from '../pages/address-mix.mjs';
import { idle, postgresOf, watchCpu } from '../processes.mjs';
import { median } from '../report/statistics.mjs';

const CONNECTIONS = 16;
/** Number of addresses in each turn. */
const TURN = 250;
const TURNS = 40;
/** Requested before the measurement, so that the code is compiled. */
const WARMING_ADDRESSES = 2000;

/**
 * @param pace of the run: `fill` is the time limit of each turn in seconds
 * @returns rows of the common table
 */
export async function measureFeaturesPages({ jobs, folder, pace }) {
  return withScratchCopy(folder, (one) =>
    withScratchCopy(folder, async (other) => {
      const servers = [await open('none', one), await open('all', other)];
      try {
        const addresses = addressMix(factsOf(folder), WARMING_ADDRESSES + TURN * TURNS);
        const ask = (server, list) => askOnce(server, list, pace.fill);
        for (const server of servers) await ask(server, addresses.slice(TURN * TURNS));
        return [
          row(jobs, 'for the first time', await inTurns(servers, addresses, ask)),
          row(jobs, 'repeated', await inTurns(servers, addresses, ask)),
        ];
      } finally {
        for (const { product } of servers.reverse()) await product.stop();
      }
    }),
  );
}

/**
 * Starts a server twice and returns the second one: without the features, the first start rebuilds the index of all jobs, and a process
 * that did this has other compiled code and another size of its heap than one that only read its index.
 */
async function open(features, folder) {
  const settings = { DATA_DIR: folder, PAGE_CACHE_MB: '0', SEARCH_FEATURES: features };
  await (await startProduct(settings)).stop();
  const product = await startProduct(settings);
  const pids = { server: product.pid, postgres: postgresOf(folder) };
  await idle(pids);
  return { name: features, product, pids };
}

/** @returns CPU time of a page in ms, by turn and features */
async function inTurns(servers, addresses, ask) {
  const turns = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const list = addresses.slice(turn * TURN, (turn + 1) * TURN);
    const cpu = {};
    for (const server of turn % 2 ? servers.toReversed() : servers) cpu[server.name] = await ask(server, list);
    turns.push(cpu);
  }
  return turns;
}

async function askOnce({ product, pids }, addresses, seconds) {
  const end = watchCpu(pids);
  const answered = await askAll(product.url, addresses, { connections: CONNECTIONS, seconds });
  const { server, postgres } = end().used;
  return (server + postgres) / answered;
}

function row(jobs, what, turns) {
  const ratios = turns.map(({ all, none }) => all / none).sort((a, b) => a - b);
  return {
    part: 'features',
    what: `/jobs of ${jobs} jobs, rendered ${what}, all features of relevance: CPU ms a page`,
    value: median(turns.map(({ all }) => all)),
    yardstick: median(turns.map(({ none }) => none)),
    ratio: median(ratios),
    most: 1.05,
    note: `yardstick: without them; ratio: median of ${TURNS} turns, ${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}`,
  };
}

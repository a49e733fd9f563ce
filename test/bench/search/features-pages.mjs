// Cost of the relevance features for pages: /jobs of a server with all of them and of one with none, in turns, each on its own copy of the
// same jobs. Every address is requested once, and as many as fit into the caches of a server are then requested several times more. The
// CPU time of one turn varies by a quarter with other programs of the machine, so the ratio is the median of many turns.
import { startProduct } from '../../support/products.mjs';
import { askAll } from '../load/load.mjs';
import { factsOf, withScratchCopy } from '../made-jobs/job-folders.mjs';
import { addressMix } from '../pages/address-mix.mjs';
import { idle, postgresOf, watchCpu } from '../processes.mjs';
import { median } from '../report/statistics.mjs';

const CONNECTIONS = 16;
/** Number of addresses in each turn. */
const TURN = 250;
const FIRST_TURNS = 80;
/** The last turns, whose addresses are requested again; their entries fit into the caches. */
const REPEATED_TURNS = 40;
const REPETITIONS = 5;
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
        const addresses = addressMix(factsOf(folder), WARMING_ADDRESSES + TURN * FIRST_TURNS);
        const ask = (server, list) => askOnce(server, list, pace.fill);
        const warming = addresses.splice(0, WARMING_ADDRESSES);
        for (const server of servers) await ask(server, warming);
        const turns = Array.from({ length: FIRST_TURNS }, (_, turn) => addresses.slice(turn * TURN, (turn + 1) * TURN));
        const first = await inTurns(servers, turns, ask);
        const repeated = [];
        for (let repetition = 0; repetition < REPETITIONS; repetition++)
          repeated.push(...(await inTurns(servers, turns.slice(-REPEATED_TURNS), ask)));
        return [row(jobs, 'for the first time', first), row(jobs, 'repeated', repeated)];
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
async function inTurns(servers, turns, ask) {
  const results = [];
  for (const [turn, addresses] of turns.entries()) {
    const cpu = {};
    for (const server of turn % 2 ? servers.toReversed() : servers) cpu[server.name] = await ask(server, addresses);
    results.push(cpu);
  }
  return results;
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
    note: `yardstick: without them; ratio: median of ${ratios.length} turns, ${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}`,
  };
}

// Cost of the relevance features for pages: /jobs of a server with all of them and of one with none, in turns, each on its own copy of the
// same jobs. Every address is requested once, and as many as fit into the caches of a server are then requested several times more. Other
// programs of the machine change the CPU time of a turn by up to a half, so the turns are short: both servers are affected alike.
import { startProduct } from '../../support/products.mjs';
import { OpenConnections } from '../load/load.mjs';
import { factsOf, withScratchCopy } from '../made-jobs/job-folders.mjs';
import { addressMix } from '../pages/address-mix.mjs';
import { cpuMsEach, idle, postgresOf } from '../processes.mjs';
import { standardError } from '../report/statistics.mjs';

const CONNECTIONS = 16;
/** Number of addresses in each turn. */
const TURN = 25;
const FIRST_TURNS = 800;
/** The last turns, whose addresses are requested again; their entries fit into the caches. */
const REPEATED_TURNS = 400;
const REPETITIONS = 3;
/** Requested before the measurement, so that the code is compiled. */
const WARMING_ADDRESSES = 2000;
/** Number of turns of which a ratio is computed for the standard error. */
const BLOCK = 10;

/** @returns rows of the common table */
export async function measureFeaturesPages({ jobs, folder }) {
  return withScratchCopy(folder, (one) =>
    withScratchCopy(folder, async (other) => {
      const servers = [await open('none', one), await open('all', other)];
      try {
        const addresses = addressMix(factsOf(folder), WARMING_ADDRESSES + TURN * FIRST_TURNS);
        const warming = addresses.splice(0, WARMING_ADDRESSES);
        for (const { connections } of servers) await connections.ask(warming);
        const turns = Array.from({ length: FIRST_TURNS }, (_, turn) => addresses.slice(turn * TURN, (turn + 1) * TURN));
        const first = await inTurns(servers, turns);
        const repeated = [];
        for (let repetition = 0; repetition < REPETITIONS; repetition++)
          repeated.push(...(await inTurns(servers, turns.slice(-REPEATED_TURNS))));
        return [row(jobs, 'for the first time', first), row(jobs, 'repeated', repeated)];
      } finally {
        for (const { product, connections } of servers.reverse()) {
          connections.close();
          await product.stop();
        }
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
  return { name: features, product, pids, connections: new OpenConnections(product.url, CONNECTIONS) };
}

/** @returns CPU time of each turn in ms, by features */
async function inTurns(servers, turns) {
  const results = [];
  for (const [turn, addresses] of turns.entries()) {
    const cpu = {};
    for (const server of turn % 2 ? servers.toReversed() : servers) cpu[server.name] = await askOnce(server, addresses);
    results.push(cpu);
  }
  return results;
}

async function askOnce({ connections, pids }, addresses) {
  const before = cpuMsEach(pids);
  await connections.ask(addresses);
  const after = cpuMsEach(pids);
  return after.server - before.server + after.postgres - before.postgres;
}

function row(jobs, what, turns) {
  const total = (name, from = 0, to = turns.length) => turns.slice(from, to).reduce((sum, cpu) => sum + cpu[name], 0);
  const ratioOf = (from, to) => total('all', from, to) / total('none', from, to);
  const blocks = Array.from({ length: turns.length / BLOCK }, (_, block) =>
    ratioOf(block * BLOCK, (block + 1) * BLOCK),
  );
  const pages = turns.length * TURN;
  return {
    part: 'features',
    what: `/jobs of ${jobs} jobs, rendered ${what}, all features of relevance: CPU ms a page`,
    value: total('all') / pages,
    yardstick: total('none') / pages,
    ratio: ratioOf(),
    most: 1.05,
    note: `yardstick: without them; ${pages} pages in turns of ${TURN}; standard error of the ratio ${standardError(blocks).toFixed(3)}`,
  };
}

// CPU seconds from start to ready, first on an empty data folder, then on the existing one, for server and database.
import { readdirSync, readFileSync } from 'node:fs';
import { startProduct } from '../../support/products.mjs';

const TICKS_A_SECOND = 100;

/** User and system time of the processes of a data folder: Node and all its PostgreSQL processes. */
export function cpuSeconds(pid, dataDir) {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      const ours =
        Number(name) === pid || Number(fields[1]) === pid || command.includes(dataDir) || parentIs(fields[1], dataDir);
      if (ours) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // The process has ended since it was listed.
    }
  }
  return ticks / TICKS_A_SECOND;
}

function parentIs(parent, dataDir) {
  return readFileSync(`/proc/${parent}/cmdline`, 'utf8').includes(dataDir);
}

export async function measureStart(dataDir) {
  const rows = [];
  for (const [what, budget] of [['first start, with demo data'], ['start on an existing data folder', 2]]) {
    const started = performance.now();
    const product = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on' });
    const seconds = (performance.now() - started) / 1000;
    const cpu = cpuSeconds(product.pid, dataDir);
    await product.stop();
    rows.push({ part: 'start', what: `${what}: CPU s`, value: cpu, most: budget });
    rows.push({ part: 'start', what: `${what}: s until it listens`, value: seconds });
  }
  return rows;
}

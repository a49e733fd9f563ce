// Measures contestants in turns, so that other load on the machine affects all of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { closedLoad } from '../load/load.mjs';
import { watchCpu } from '../processes.mjs';
import { median, spread, undisturbed } from './statistics.mjs';

/** In % of one core; a round with more foreign CPU usage counts only if there is no better one. */
export const MAX_FOREIGN_CPU_PERCENT = 15;
const MAX_SECONDS = 60;
const QUIET_WAIT_MS = 10_000;

/** Waits for a limited time until other programs on the machine are idle. */
export async function quiet(pids) {
  for (const deadline = Date.now() + QUIET_WAIT_MS; Date.now() < deadline; await sleep(500)) {
    const end = watchCpu(pids);
    await sleep(1000);
    if (end().foreignCpu <= MAX_FOREIGN_CPU_PERCENT) return;
  }
}

/**
 * @param contestants [{ name, url, pids, requests }]; `pids` by name
 * @returns by name: all rounds, and medians of the undisturbed ones
 */
export async function measureInTurns(contestants, { rounds, connections, seconds, warmUp, tries }) {
  const results = Object.fromEntries(contestants.map(({ name }) => [name, []]));
  const offsets = new Map(contestants.map(({ name }) => [name, 0]));
  const load = async (contestant, duration) => {
    const { name, url, requests } = contestant;
    const offset = offsets.get(name);
    const result = await closedLoad(url, requests, { connections, seconds: duration, offset });
    // The contestant is slower than the time limit: without a response there is no response time.
    if (result.responses === 0 && duration < MAX_SECONDS) return load(contestant, duration * 4);
    // The next round continues where this one ended.
    offsets.set(name, (offset + Math.ceil(result.responses / connections)) % requests.length);
    if (result.unexpected + result.errors > 0)
      throw new Error(`${name}: ${result.unexpected} answers of another status, ${result.errors} errors`);
    return result;
  };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 ? [...contestants].reverse() : contestants;
    for (const contestant of order) {
      const { name, pids } = contestant;
      await load(contestant, warmUp);
      for (let attempt = 1; ; attempt++) {
        if (tries > 1) await quiet(pids);
        const end = watchCpu(pids);
        const result = await load(contestant, seconds);
        const { used, foreignCpu } = end();
        const cpu = Object.fromEntries(Object.entries(used).map(([part, ms]) => [part, ms / result.responses]));
        const all = Object.values(cpu).reduce((sum, ms) => sum + ms, 0);
        console.log(
          `  round ${round + 1} ${name}: ${result.perSecond.toFixed(0)}/s, p50 ${result.p50.toFixed(1)} ms, ${all.toFixed(2)} ms CPU a page, others ${foreignCpu} %`,
        );
        if (foreignCpu > MAX_FOREIGN_CPU_PERCENT && attempt < tries) continue;
        results[name].push({ ...result, cpu, cpuMs: all, foreignCpu });
        break;
      }
    }
  }
  return Object.fromEntries(Object.entries(results).map(([name, runs]) => [name, summary(runs)]));
}

function summary(runs) {
  const clean = undisturbed(runs, MAX_FOREIGN_CPU_PERCENT);
  const of = (read) => median(clean.map(read));
  return {
    perSecond: of((run) => run.perSecond),
    p50: of((run) => run.p50),
    p99: of((run) => run.p99),
    cpuMs: of((run) => run.cpuMs),
    cpu: Object.fromEntries(Object.keys(clean[0].cpu).map((part) => [part, of((run) => run.cpu[part])])),
    bytes: of((run) => run.bytes),
    spread: spread(clean.map((run) => run.perSecond)),
    disturbed: clean.some((run) => run.foreignCpu > MAX_FOREIGN_CPU_PERCENT),
    rounds: runs,
  };
}

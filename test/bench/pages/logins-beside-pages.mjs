// Response times of pages during many simultaneous logins, compared with an idle server. Checks also that hashing
// passwords does not block the event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LISTS, openLogins, PEOPLE, withDemoProduct } from '../demo-product.mjs';
import { steadyLoad } from '../load/load.mjs';
import { backendModule } from '../made-jobs/open-bench.mjs';
import { idle, postgresOf } from '../processes.mjs';
import { median, spread } from '../report/statistics.mjs';

const LOGINS = 200;
const PER_SECOND = 20;
const HASHES = 40;
const part = 'logins';

export async function measureLogins({ pace, quick }) {
  const pages = await measurePages(pace.rounds, quick ? 2 : 5);
  return [...pages, await measureHashing()];
}

function measurePages(rounds, seconds) {
  return withDemoProduct({}, async (product, dataDir) => {
    await idle({ server: product.pid, postgres: postgresOf(dataDir) });
    const logIn = await openLogins(product.url);
    const load = async () => {
      const result = await steadyLoad(product.url, LISTS, { perSecond: PER_SECOND, seconds });
      if (result.unexpected + result.errors > 0)
        throw new Error(`${result.unexpected} answers of another status, ${result.errors} errors`);
      return result;
    };
    await load();
    const [rest, busy, took] = [[], [], []];
    let refused = 0;
    for (let round = 0; round < rounds; round++) {
      rest.push(await load());
      const begun = performance.now();
      const all = Array.from({ length: LOGINS }, (_, at) => logIn(PEOPLE[at % PEOPLE.length]).catch(() => refused++));
      const done = Promise.all(all).then(() => took.push((performance.now() - begun) / 1000));
      busy.push(await load());
      await done;
    }
    const what = `/jobs, ${PER_SECOND} requests/s, while ${LOGINS} log in at once`;
    const rows = ['p50', 'p95', 'p99'].map((at) => {
      const [value, yardstick] = [busy, rest].map((runs) => median(runs.map((run) => run[at])));
      return {
        part,
        what: `${what}: ${at} ms`,
        value,
        yardstick,
        ratio: value / yardstick,
        ...(at === 'p99' ? {} : { most: 2 }),
        spread: spread(busy.map((run) => run[at])),
        note:
          at === 'p50' ? `yardstick: at rest; the logins took ${median(took).toFixed(1)} s, windows ${seconds} s` : '',
      };
    });
    const late = `of ${LOGINS} logins at once: answered with an error, mean of ${rounds} rounds`;
    return [...rows, { part, what: late, value: refused / rounds, most: 0 }];
  });
}

/** Computing a hash on the event loop would block it for the whole time. */
async function measureHashing() {
  const { hashPassword } = await backendModule('domain/accounts/passwords/password-hash.js');
  await hashPassword('the first one loads the library');
  const started = performance.now();
  for (let count = 0; count < 5; count++) await hashPassword('a password');
  const one = (performance.now() - started) / 5;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await Promise.all(Array.from({ length: HASHES }, () => hashPassword('a password')));
  delay.disable();
  const p99 = delay.percentile(99) / 1e6;
  return {
    part,
    what: `event loop while ${HASHES} passwords are hashed: p99 delay ms`,
    value: p99,
    yardstick: one,
    ratio: p99 / one,
    most: 0.5,
    note: `yardstick: one hash; longest delay ${(delay.max / 1e6).toFixed(1)} ms`,
  };
}

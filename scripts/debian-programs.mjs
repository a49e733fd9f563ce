// Programs that some tests run beside the product: found, or installed from Debian as root. Where one is missing, the tests that need it
// are left out and named.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';

/** `support`: the module through which tests use the program. `places`: Debian's first. */
const PROGRAMS = [
  {
    name: 'redis-server',
    variable: 'REDIS_SERVER_PATH',
    places: ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'],
    support: 'servers/redis-server.js',
  },
  {
    name: 'haproxy',
    variable: 'HAPROXY_PATH',
    places: ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'],
    support: 'servers/haproxy.js',
  },
];

/** @returns the environment in which tests find the programs, and the test files that cannot run because one is missing */
export function testPrograms() {
  const env = {};
  const missing = [];
  for (const program of PROGRAMS) {
    const path = findProgram(program);
    if (path) env[program.variable] = path;
    else missing.push({ ...program, tests: testsThatUse(program.support) });
  }
  return { env, missing };
}

function findProgram({ name, variable, places }) {
  const found = [process.env[variable], ...places].find((path) => path && existsSync(path));
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  console.log(`Installing ${name} for the tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'inherit', env });
  return places.find((path) => existsSync(path));
}

function testsThatUse(support) {
  return globSync('{src,test}/**/*.spec.ts').filter((path) => readFileSync(path, 'utf8').includes(support));
}

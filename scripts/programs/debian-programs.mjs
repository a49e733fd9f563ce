// Programs that some tests run besides the product: they are found, or installed from Debian (as root) or npm. If one is missing, the tests
// that need it are skipped and listed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { canInstall, installPackages } from './debian-packages.mjs';

const NPM_PROGRAMS = 'node_modules/.cache/causeboard-programs';

const GO_SOURCES = '/usr/share/gocode/src';

/**
 * `debian`: Debian packages, if their name differs. `needs`: further paths that must exist. `instead`: variable with the path of another
 * program that tests can use. `package`: npm package, for programs that Debian does not have. `support`: the module through which tests use
 * the program. `places`: possible paths, Debian's first.
 */
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
  {
    name: 'postgres',
    debian: 'postgresql',
    variable: 'POSTGRES_PATH',
    places: [17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`),
    support: 'servers/postgres-servers.mjs',
  },
  {
    name: 'pgbouncer',
    variable: 'PGBOUNCER_PATH',
    places: ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'],
    support: 'servers/postgres-servers.mjs',
  },
  {
    name: 'nginx',
    variable: 'NGINX_PATH',
    places: ['/usr/sbin/nginx', '/usr/bin/nginx'],
    support: 'servers/nginx.js',
  },
  {
    name: 'promtool',
    debian: 'prometheus',
    variable: 'PROMTOOL_PATH',
    places: ['/usr/bin/promtool', '/usr/local/bin/promtool', '/opt/homebrew/bin/promtool'],
    support: 'telemetry/promtool.js',
  },
  {
    name: 'docker-compose',
    variable: 'DOCKER_COMPOSE_PATH',
    places: ['/usr/bin/docker-compose', '/usr/local/bin/docker-compose', '/opt/homebrew/bin/docker-compose'],
    support: 'servers/docker-compose.js',
  },
  {
    // Used to run Helm's template engine, because Debian has no package for Helm.
    name: 'go',
    debian: ['golang-go', 'golang-github-masterminds-sprig-dev', 'golang-k8s-sigs-yaml-dev'],
    variable: 'GO_PATH',
    places: ['/usr/bin/go'],
    needs: [`${GO_SOURCES}/github.com/Masterminds/sprig`, `${GO_SOURCES}/sigs.k8s.io/yaml`],
    instead: 'HELM_PATH',
    support: 'helm/render-chart.js',
  },
  {
    // A tool of operators under another licence, and not a part of the product: installed only for the tests.
    name: 'pm2',
    variable: 'PM2_PATH',
    places: [`${NPM_PROGRAMS}/node_modules/.bin/pm2`],
    package: 'pm2@7.0.4',
    support: 'servers/pm2.js',
  },
];

/** @returns the environment in which tests find the programs, and the programs that are missing with the tests that need them */
export function testPrograms() {
  const env = {};
  const missing = [];
  for (const program of PROGRAMS) {
    if (program.instead && existsSync(process.env[program.instead] ?? '')) continue;
    const path = findProgram(program);
    if (path) env[program.variable] = path;
    else missing.push({ ...program, tests: testsThatUse(program.support) });
  }
  return { env, missing };
}

function findProgram({ name, debian = name, variable, places, package: fromNpm, needs = [] }) {
  const find = () =>
    needs.every((path) => existsSync(path)) &&
    [process.env[variable], ...places].find((path) => path && existsSync(path));
  const found = find();
  if (!found && fromNpm) {
    console.log(`Installing ${name} for the tests …`);
    const options = ['--prefix', NPM_PROGRAMS, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    mkdirSync(NPM_PROGRAMS, { recursive: true });
    spawnSync('npm', ['install', ...options, fromNpm], { stdio: 'inherit' });
    return find();
  }
  if (found || !canInstall()) return found;
  console.log(`Installing ${name} for the tests …`);
  installPackages(...[debian].flat());
  return find();
}

function testsThatUse(support) {
  return globSync('{src,test}/**/*.spec.ts').filter((path) => readFileSync(path, 'utf8').includes(support));
}

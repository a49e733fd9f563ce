// Programs that some tests run beside the product: found, or installed from Debian as root, or from npm. Where one is missing, the tests
// that need it are left out and named.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { canInstall, installPackages } from './debian-packages.mjs';

const NPM_PROGRAMS = 'node_modules/.cache/causeboard-programs';

const GO_SOURCES = '/usr/share/gocode/src';

/** `debian`: Debian's packages, where they are called otherwise. `needs`: what has to be there beside the program. `instead`: names another program that tests can use. `package`: of npm, where Debian does not have the program. `support`: the module through which tests use the program. `places`: Debian's first. */
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
    // What Helm's engine is made of: Debian has no Helm.
    name: 'go',
    debian: ['golang-go', 'golang-github-masterminds-sprig-dev', 'golang-k8s-sigs-yaml-dev'],
    variable: 'GO_PATH',
    places: ['/usr/bin/go'],
    needs: [`${GO_SOURCES}/github.com/Masterminds/sprig`, `${GO_SOURCES}/sigs.k8s.io/yaml`],
    instead: 'HELM_PATH',
    support: 'helm/render-chart.js',
  },
  {
    // A tool of operators and no part of the product, whose licence it does not share: installed for the tests alone.
    name: 'pm2',
    variable: 'PM2_PATH',
    places: [`${NPM_PROGRAMS}/node_modules/.bin/pm2`],
    package: 'pm2@7.0.4',
    support: 'servers/pm2.js',
  },
];

/** @returns the environment in which tests find the programs, and the test files that cannot run because one is missing */
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

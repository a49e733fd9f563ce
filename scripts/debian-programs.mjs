// Finds programs that tests run beside the product, or installs Debian's as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** @returns the path of a Redis server; exits with a clear message when there is none to be had */
export function redisServer() {
  const places = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'];
  return findProgram({ name: 'redis-server', variable: 'REDIS_SERVER_PATH', places });
}

/** @returns the path of HAProxy; exits with a clear message when there is none to be had */
export function haproxy() {
  const places = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'];
  return findProgram({ name: 'haproxy', variable: 'HAPROXY_PATH', places });
}

/** @param places where it may be, Debian's first @param name of Debian's package */
function findProgram({ name, variable, places }) {
  const found = [process.env[variable], ...places].find((path) => path && existsSync(path));
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${name} for the tests …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'inherit', env });
    if (existsSync(places[0])) return places[0];
  }
  console.error(`There is no ${name}: install it, or set ${variable} to where it is.`);
  process.exit(1);
}

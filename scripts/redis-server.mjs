// Finds a Redis server for the tests, or installs Debian's as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'];

/** @returns the server's path; exits with a clear message when there is none to be had */
export function redisServer() {
  const found = [process.env.REDIS_SERVER_PATH, ...PLACES].find((path) => path && existsSync(path));
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Redis for the tests …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    const packages = ['redis-server'];
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'inherit', env });
    if (existsSync(PLACES[0])) return PLACES[0];
  }
  console.error('There is no Redis: install redis-server, or set REDIS_SERVER_PATH to one.');
  process.exit(1);
}

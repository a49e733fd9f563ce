// Finds a Chromium for the browser tests, or installs one: Debian's as root, else playwright's own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @returns the browser's path; exits with a clear message when there is none to be had */
export async function browser() {
  const found = [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path && existsSync(path));
  if (found) return found;
  console.log('Installing a browser for the tests …');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'], {
      stdio: 'inherit',
      env,
    });
    if (existsSync(PLACES[0])) return PLACES[0];
  }
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.error('There is no browser: install Chromium, or set CHROMIUM_PATH to one.');
  process.exit(1);
}

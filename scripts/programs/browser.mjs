// Finds a browser for the tests, or installs one. Prefers the headless shell of Chromium, which needs a third less processor time.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { canInstall, installPackages } from './debian-packages.mjs';

const HEADLESS = '/usr/bin/chromium-headless-shell';
const OTHERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @returns the browser's path; undefined if none can be found or installed */
export async function browser() {
  const wanted = [process.env.CHROMIUM_PATH, HEADLESS].find((path) => path && existsSync(path));
  if (wanted) return wanted;
  if (canInstall()) {
    console.log('Installing a browser for the tests …');
    installPackages('chromium-headless-shell', 'fonts-liberation');
    if (existsSync(HEADLESS)) return HEADLESS;
    // In older distributions the headless shell is part of the browser's package.
    if (!OTHERS.some((path) => existsSync(path))) installPackages('chromium', 'fonts-liberation');
  }
  const found = OTHERS.find((path) => existsSync(path));
  if (found) return found;
  console.log('Installing a browser for the tests …');
  spawnSync('npx', ['playwright', 'install', 'chromium-headless-shell'], { stdio: 'inherit' });
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** @returns the browser's path; exits with a clear message if none can be found or installed */
export async function requireBrowser() {
  const path = await browser();
  if (path) return path;
  console.error('No browser was found: install Chromium, or set CHROMIUM_PATH to its executable.');
  process.exit(1);
}

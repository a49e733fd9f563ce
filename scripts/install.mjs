// Installs the packages when they are missing or are not those of the lock file, and sees to it that a supported Node runs the rest. Needs
// nothing but npm and Node 20.19 or newer. `npm start` runs it as a program of its own: the Node of the packages is found after it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const STAMP = 'node_modules/.causeboard-installed';
const PINNED_NODE = 'node_modules/node/bin/node';

/** Installs the packages where that is due; a script that runs on a Node without support is run again on the one that was installed. */
export async function install() {
  installPackages();
  if (!isAtLeast(22, 15)) await runAgainOnPinnedNode();
}

function installPackages() {
  if (!isAtLeast(20, 19)) {
    console.error(`Causeboard needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  console.log('Installing packages …');
  // Without the project's own Node, which npm would delete while it runs on it.
  const own = resolve('node_modules/.bin');
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => resolve(folder) !== own);
  const result = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path.join(delimiter) },
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
  mkdirSync('node_modules', { recursive: true });
  writeFileSync(STAMP, wanted);
}

function isAtLeast(wantedMajor, wantedMinor) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** Never returns: this process passes on signals, and ends as the other one does. */
function runAgainOnPinnedNode() {
  const child = spawn(PINNED_NODE, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise(() => {
    child.once('error', (error) => {
      console.error(`The Node.js that is installed with the packages cannot be started: ${error.message}`);
      process.exit(1);
    });
    child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) installPackages();

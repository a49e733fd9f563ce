// Installs the packages if they are missing or differ from the lock file, and makes sure that a supported version of Node runs the rest.
// Needs only npm and Node 20.19 or newer. `npm start` runs it as a separate program, because npm finds the packages' Node only afterwards.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const STAMP = 'node_modules/.causeboard-installed';
const PINNED_NODE = 'node_modules/node/bin/node';

/** Installs packages if necessary; restarts a script that runs on an unsupported Node with the installed one. */
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
  // Keeps npm from running on the project's own Node, which it would delete during the installation.
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

/** Never returns: this process forwards signals to the new one, and exits with its status. */
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

// Installs the packages if they are missing or differ from the lock file, and makes sure that a supported version of Node runs the rest.
// Needs only npm and Node 20.19 or newer. `npm start` runs it as a separate program, because npm finds the packages' Node only afterwards.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const STAMP = 'node_modules/.causeboard-installed';
const PINNED_NODE = 'node_modules/node/bin/node';
/** Npm prefers this file to package-lock.json. It only exists during the installation. */
const ADDRESSED_LOCK = 'npm-shrinkwrap.json';
const CLEAN_INSTALL = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Installs packages if necessary; restarts a script that runs on an unsupported Node with the installed one. */
export async function install() {
  await installPackages();
  if (!isAtLeast(22, 15)) await runAgainOnPinnedNode();
}

async function installPackages() {
  if (!isAtLeast(20, 19)) {
    console.error(`Causeboard needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  console.log('Installing packages …');
  if (!(await installWithAddresses())) {
    const { code } = await npm(CLEAN_INSTALL);
    if (code !== 0) process.exit(code);
  }
  mkdirSync('node_modules', { recursive: true });
  writeFileSync(STAMP, wanted);
}

/**
 * Installs with a copy of the lock file that contains the address of each package. The lock file has none, because they would name a
 * registry; without them, npm requests and reads the description of every package first (docs/decisions/0146-addresses-of-packages.md).
 * Npm checks the same checksums in both cases.
 *
 * @returns whether this was successful; with a registry that uses other addresses, it is not
 */
async function installWithAddresses() {
  writeFileSync(ADDRESSED_LOCK, await addressedLock());
  const { code } = await npm(CLEAN_INSTALL, { stderr: 'ignore' });
  rmSync(ADDRESSED_LOCK);
  return code === 0;
}

/** @returns the lock file with the addresses at which registries usually serve packages */
async function addressedLock() {
  const { output } = await npm(['config', 'list', '--json'], { stdout: 'pipe' });
  const settings = JSON.parse(output);
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!entry.integrity) continue;
    const name = entry.name ?? path.split('node_modules/').at(-1);
    const [scope, file] = name.startsWith('@') ? name.split('/') : [undefined, name];
    const registry = settings[`${scope}:registry`] ?? settings.registry;
    entry.resolved = new URL(`${name}/-/${file}-${entry.version}.tgz`, registry.replace(/\/?$/, '/')).href;
  }
  return JSON.stringify(lock);
}

/** Runs npm. @returns its exit code, and its output if it is piped */
async function npm(args, { stdout = 'inherit', stderr = 'inherit' } = {}) {
  // Keeps npm from running on the project's own Node, which it would delete during the installation.
  const own = resolve('node_modules/.bin');
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => resolve(folder) !== own);
  const child = spawn('npm', args, {
    stdio: ['inherit', stdout, stderr],
    env: { ...process.env, PATH: path.join(delimiter) },
  });
  const stop = (signal) => {
    // Npm removes what it has installed by then.
    child.kill(signal);
    rmSync(ADDRESSED_LOCK, { force: true });
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (part) => (output += part));
  const [code] = await once(child, 'close');
  for (const signal of STOP_SIGNALS) process.off(signal, stop);
  return { code: code ?? 1, output };
}

function isAtLeast(wantedMajor, wantedMinor) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** Never returns: this process forwards signals to the new one, and exits with its status. */
function runAgainOnPinnedNode() {
  const child = spawn(PINNED_NODE, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of STOP_SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise(() => {
    child.once('error', (error) => {
      console.error(`The Node.js that is installed with the packages cannot be started: ${error.message}`);
      process.exit(1);
    });
    child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await installPackages();

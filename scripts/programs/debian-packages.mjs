// Installs Debian packages that tests and rehearsals need, if this is possible: as root, on Debian.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Updates the package lists first: on a new machine they are empty, and no package would be found. */
export function installPackages(...packages) {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ClusterError } from './cluster-error.js';

/** User that a process runs as; undefined for the user of this process. */
export interface ProcessOwner {
  uid: number;
  gid: number;
}

export interface ProcessCommand {
  file: string;
  args: string[];
  uid?: number;
  gid?: number;
}

const CAP_DAC_OVERRIDE = 1;
const CAP_DAC_READ_SEARCH = 2;

/**
 * PostgreSQL refuses to run as root.
 *
 * @returns the user that PostgreSQL runs as instead; undefined if this process does not run as root
 */
export function unprivilegedOwner(): ProcessOwner | undefined {
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

import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './folder-lock.js';

/** What a running server says of itself in its folder. */
export interface Postmaster {
  pid: number;
  port: number;
  socketDirectory: string;
  ready: boolean;
}

/** @returns undefined when no server runs there, or the one that did was killed. */
export function readPostmaster(directory: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isServerOf(directory, pid)) return undefined;
  return {
    pid,
    port: Number(lines[3]),
    socketDirectory: lines[4]?.trim() ?? '',
    ready: lines[7]?.trim() === 'ready',
  };
}

/**
 * Removes what a killed server left. The server does so itself, unless its id has been given to another process since (the
 * rule in containers, where ids begin at 1).
 */
export function removeStalePostmaster(directory: string, socketPath: string): void {
  if (readPostmaster(directory)) return;
  rmSync(join(directory, 'postmaster.pid'), { force: true });
  rmSync(socketPath, { force: true });
  rmSync(`${socketPath}.lock`, { force: true });
}

function isServerOf(directory: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    return false;
  }
}

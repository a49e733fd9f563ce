import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { dirname, resolve } from 'node:path';
import { ClusterError } from './cluster-files.js';

// Far longer than creating the database takes; applies only to lock holders on other hosts.
const STALE_AFTER_MS = 120_000;
const WAIT_BEYOND_STALE_MS = 30_000;

/**
 * Creates a folder and its parents, one by one: in a file system such as /proc, where no folder can be created, the recursive mkdir of Node
 * 20 never returns.
 *
 * @throws the system's error
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !isThere(folder); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another process has created it in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

interface LockHolder {
  pid: number;
  host: string;
  /** Start time of the process, which distinguishes it from a later one with the same id. */
  started: string;
  id: string;
}

/**
 * Acquires the lock under which processes create, start and stop the database of a folder. The lock of a dead process is taken over.
 *
 * @returns a function that releases the lock
 * @throws ClusterError if another process holds it for longer than `waitMs`, or the folder is not writable
 */
export async function acquireFolderLock(
  path: string,
  options: { staleAfterMs?: number; waitMs?: number } = {},
): Promise<() => void> {
  const { staleAfterMs = STALE_AFTER_MS } = options;
  // After a container was killed, the next one has another host name, and must be able to wait until the lock counts as stale.
  const { waitMs = staleAfterMs + WAIT_BEYOND_STALE_MS } = options;
  const id = randomUUID();
  const own: LockHolder = { pid: process.pid, host: hostname(), started: startOf(process.pid), id };
  const mine = `${path}.${id}`;
  write(mine, JSON.stringify(own), path);
  try {
    const deadline = Date.now() + waitMs;
    while (!tryLink(mine, path)) {
      const text = readHolder(path);
      if (text !== undefined && isStale(path, text, staleAfterMs)) removeStaleLock(path, text, `${mine}.stale`);
      else if (Date.now() > deadline) {
        const holder = parse(text ?? '')?.pid ?? 'unknown';
        throw new ClusterError(`Process ${holder} has been holding ${path} for too long.`);
      }
      await sleep(20);
    }
    return () => {
      release(path, id);
    };
  } finally {
    rmSync(mine, { force: true });
  }
}

function write(file: string, text: string, path: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600 });
  } catch (error) {
    throw new ClusterError(`DATA_DIR is not writable: ${path}: ${(error as Error).message}`);
  }
}

function tryLink(mine: string, path: string): boolean {
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new ClusterError(`No lock file can be created in DATA_DIR: ${(error as Error).message}`);
  }
}

function release(path: string, id: string): void {
  const text = readHolder(path);
  if (text !== undefined && parse(text)?.id === id) rmSync(path, { force: true });
}

// Two waiting processes may consider the same lock stale, and the slower one then moves the new lock of the faster one: it checks what it
// has moved and puts that lock back.
function removeStaleLock(path: string, expected: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readHolder(aside) !== expected) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function isStale(path: string, text: string, afterMs: number): boolean {
  const holder = parse(text);
  if (holder?.host === hostname()) return !isAlive(holder.pid) || startOf(holder.pid) !== holder.started;
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return Date.now() - written > afterMs;
}

function readHolder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text: string): LockHolder | undefined {
  try {
    return JSON.parse(text) as LockHolder;
  } catch {
    return undefined;
  }
}

/** Whether a process with this id is running, including processes of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

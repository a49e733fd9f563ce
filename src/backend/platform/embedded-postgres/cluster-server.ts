import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  statfsSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterError } from './cluster-error.js';
import { isAlive } from './folder-lock.js';
import { commandFor } from './unprivileged-process.js';

const SOCKET_NAME = '.s.PGSQL.5432';
// 108 on Linux and 104 on macOS, with the closing NUL.
const MAX_SOCKET_PATH_LENGTH = 103;
const MAX_LOG_LENGTH = 1_000_000;
const SHARED_MEMORY_NEEDED = 512 * 1024 * 1024;
const STOP_TIMEOUT_MS = 60_000;

/** A job board on a small machine. */
const TUNING = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '64MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '2',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  max_connections: '100',
  scram_iterations: '1',
  log_min_messages: 'warning',
  timezone: 'UTC',
  // Idle, it shall cost next to nothing.
  bgwriter_delay: '1s',
  autovacuum_naptime: '30s',
};

/** The socket lies in the database's own folder, which is closed to others. @returns undefined when its path is too long. */
export function socketPathOf(directory: string): string | undefined {
  const path = join(directory, SOCKET_NAME);
  return process.platform !== 'win32' && Buffer.byteLength(path) <= MAX_SOCKET_PATH_LENGTH ? path : undefined;
}

/**
 * Starts the server, detached: a Ctrl-C in the terminal does not reach it. Only under the folder's lock.
 *
 * @param port where the socket's path is too long: a port of 127.0.0.1.
 * @returns resolves with the reason if the server ends.
 */
export function startServer(directory: string, postgres: string, port: number | undefined): Promise<string> {
  removeStalePostmaster(directory, join(directory, SOCKET_NAME));
  const where =
    port === undefined
      ? { listen_addresses: '', unix_socket_directories: directory, port: '5432' }
      : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) };
  const settings = Object.entries({ ...TUNING, ...memorySettings(), ...where }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);

  const { uid, gid } = statSync(directory);
  const owner = process.getuid?.() === 0 ? { uid, gid } : undefined;
  const logFile = join(directory, 'server.log');
  const log = openLog(logFile);
  if (owner) chownSync(logFile, uid, gid);
  const command = commandFor(owner, postgres, ['-D', directory, ...settings], [directory]);
  const server = spawn(command.file, command.args, {
    ...(command.uid === undefined ? {} : { uid: command.uid, gid: command.gid }),
    cwd: '/',
    // PostgreSQL reads PG* variables; those of the operator's shell mean another server.
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  server.unref();
  return new Promise((resolve) => {
    server.once('error', (error) => {
      resolve(error.message);
    });
    server.once('exit', () => {
      resolve(lastLines(logFile));
    });
  });
}

/** Stops the server, if one runs, and waits for its end. Only under the folder's lock. */
export async function stopServer(directory: string): Promise<void> {
  const postmaster = readPostmaster(directory);
  if (!postmaster) return;
  try {
    // PostgreSQL's "fast" shutdown.
    process.kill(postmaster.pid, 'SIGINT');
  } catch (error) {
    throw new ClusterError(`The database server ${postmaster.pid} cannot be stopped: ${(error as Error).message}`);
  }
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (readPostmaster(directory)) {
    await sleep(10);
    if (Date.now() > deadline) throw new ClusterError(`The database server ${postmaster.pid} does not stop.`);
  }
}

// Containers often have 64 MB of it, less than one parallel query may want.
function memorySettings(): Record<string, string> {
  if (process.platform !== 'linux') return {};
  const { bsize, blocks } = statfsSync(existsSync('/dev/shm') ? '/dev/shm' : '/');
  return bsize * blocks < SHARED_MEMORY_NEEDED ? { dynamic_shared_memory_type: 'mmap' } : {};
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > MAX_LOG_LENGTH ? 'w' : 'a', 0o600);
}

function lastLines(path: string): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
  } catch {
    // The folder went with its server.
    return `nothing is left of ${path}`;
  }
}

/** What a running server says of itself in its folder. */
interface Postmaster {
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
function removeStalePostmaster(directory: string, socketPath: string): void {
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

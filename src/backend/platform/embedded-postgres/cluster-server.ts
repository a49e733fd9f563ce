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
import { ClusterError, commandFor } from './cluster-files.js';
import { isAlive } from './data-folder.js';

const SOCKET_NAME = '.s.PGSQL.5432';
// The system's limit is 108 bytes on Linux and 104 on macOS, including the terminating NUL.
const MAX_SOCKET_PATH_LENGTH = 103;
const MAX_LOG_LENGTH = 1_000_000;
const SHARED_MEMORY_NEEDED = 512 * 1024 * 1024;
const STOP_TIMEOUT_MS = 60_000;

/** Settings for a job board on a small machine. */
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
  // Ends queries of processes that no longer exist. Otherwise they would wait for locks, and then hold them. Not supported on Windows.
  client_connection_check_interval: process.platform === 'win32' ? '0' : '5s',
  log_min_messages: 'warning',
  timezone: 'UTC',
  // Settings that keep an idle server from using CPU time.
  bgwriter_delay: '1s',
  autovacuum_naptime: '30s',
};

/**
 * The socket is in the database's own folder, which other users cannot access.
 *
 * @returns undefined if its path is too long
 */
export function socketPathOf(directory: string): string | undefined {
  const path = join(directory, SOCKET_NAME);
  return process.platform !== 'win32' && Buffer.byteLength(path) <= MAX_SOCKET_PATH_LENGTH ? path : undefined;
}

/**
 * Starts the server as a detached process, so that Ctrl-C in the terminal does not reach it. Call it only while holding the folder's lock.
 *
 * @param port a port of 127.0.0.1, if the path of the socket is too long
 * @returns a promise that resolves with the reason when the server exits
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
    // PostgreSQL reads PG* variables, and those of the operator's shell refer to another server.
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

/** Stops the server if it is running, and waits until it has stopped. Call it only while holding the folder's lock. */
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

// Containers often have 64 MB of shared memory, less than one parallel query may need.
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
    // The folder was deleted along with its log.
    return `nothing is left of ${path}`;
  }
}

/** Contents of the PID file of a running server. */
interface Postmaster {
  pid: number;
  port: number;
  socketDirectory: string;
  ready: boolean;
}

/** @returns undefined if no server runs, or the server was killed */
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
 * Removes the files of a killed server. The server does so itself, unless its process id has been reused (which is common in containers,
 * where ids start at 1).
 */
function removeStalePostmaster(directory: string, socketPath: string): void {
  if (readPostmaster(directory)) return;
  rmSync(join(directory, 'postmaster.pid'), { force: true });
  rmSync(socketPath, { force: true });
  rmSync(`${socketPath}.lock`, { force: true });
}

/** @param readLink reads a symbolic link */
export function isServerOf(
  directory: string,
  pid: number,
  readLink: (path: string) => string = (path) => readlinkSync(path),
): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readLink(`/proc/${pid}/cwd`) === directory;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return (code === 'EACCES' || code === 'EPERM') && isStartedFor(directory, pid);
  }
}

/**
 * Without the capability SYS_PTRACE, which containers usually lack, even root may not see the working directory of a process of another
 * user, such as the one that PostgreSQL runs as. Everybody may read its command line.
 */
function isStartedFor(directory: string, pid: number): boolean {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return args.some((arg, index) => arg === '-D' && args[index + 1] === directory);
  } catch {
    return false;
  }
}

import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL;
// Linux lets a user change one group in 100 ms.
const RETRY_MS = 150;

/**
 * Lets other programs have the processor before a process: this one.
 *
 * On Linux each thread has a niceness of its own, and Node's threads for collecting garbage are there before any code runs.
 */
export function lowerPriority(pid = process.pid): void {
  lower(pid);
  for (const thread of threadsOf(pid)) lower(thread);
}

/**
 * Lets other programs have the processor before a process of the database server.
 *
 * PostgreSQL makes each of its processes a session of its own. Where Linux shares the processor among sessions (`autogroup`, see sched(7)),
 * how nice a process is counts within its session only, and the session's own niceness among the others.
 */
export function letServerProcessGiveWay(pid: number): void {
  lower(pid);
  lowerSession(pid);
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    // Elsewhere a process has one priority.
    return [];
  }
}

function lower(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // Not everywhere is it allowed.
  }
}

function lowerSession(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS));
  } catch (error) {
    // Systems without it have no such file.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') setTimeout(lowerSession, RETRY_MS, pid).unref();
  }
}

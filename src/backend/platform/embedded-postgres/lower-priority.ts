import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL;
// Linux lets an unprivileged user change an autogroup only once in 100 ms.
const RETRY_MS = 150;

/**
 * Lowers the priority of a process, by default this one.
 *
 * On Linux each thread has its own niceness, and Node's garbage collection threads already exist before any code runs.
 */
export function lowerPriority(pid = process.pid): void {
  lower(pid);
  for (const thread of threadsOf(pid)) lower(thread);
}

/**
 * Lowers the priority of a process of the database server.
 *
 * Each process of PostgreSQL is a session of its own. Where Linux schedules by session (`autogroup`, see sched(7)), the niceness of a
 * process counts only within its session, and the session's niceness counts relative to other sessions.
 */
export function letServerProcessGiveWay(pid: number): void {
  lower(pid);
  lowerSession(pid);
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    // Other systems have one priority per process.
    return [];
  }
}

function lower(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // Some environments do not permit it.
  }
}

function lowerSession(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS));
  } catch (error) {
    // The file is missing on systems without autogroups; EAGAIN is Linux's rate limit.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') setTimeout(lowerSession, RETRY_MS, pid).unref();
  }
}

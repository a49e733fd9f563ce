// Resource usage of processes, from /proc: Linux only.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 10;

function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // The process has ended since it was listed.
    return undefined;
  }
}

/**
 * @param without processes that are measured separately, with their descendants: the database is a child of the server that started it
 * @returns the process and all its descendants
 */
export function processTree(pid, without = []) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statOf(name)?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [];
  const visit = (each) => {
    if (without.includes(each) && each !== pid) return;
    tree.push(each);
    children.get(each)?.forEach(visit);
  };
  visit(pid);
  return tree;
}

/** User and system time of a process tree in ms, including that of ended children. */
export function cpuMs(pid, without) {
  if (!pid) return 0;
  let ticks = 0;
  for (const each of processTree(pid, without))
    for (const at of [11, 12, 13, 14]) ticks += Number(statOf(each)?.[at] ?? 0);
  return ticks * TICK_MS;
}

/** CPU time of several processes by name, each without the others. */
export function cpuMsEach(pids) {
  const all = Object.values(pids);
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid, all)]));
}

/** Resident memory of one process in MB, with its peak. */
export function memoryMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { resident: of('VmRSS'), most: of('VmHWM') };
}

/** The process of a tree with the most resident memory, which is the server if a script starts the server. */
export function largestOf(pid, without) {
  const sizes = processTree(pid, without).map((each) => {
    try {
      return { pid: each, resident: memoryMb(each).resident };
    } catch {
      return { pid: each, resident: 0 };
    }
  });
  return sizes.sort((a, b) => b.resident - a.resident)[0].pid;
}

/** The database server of a data folder. @returns undefined if none is running */
export function postgresOf(dataDir) {
  const file = join(dataDir, 'postgres/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

function machineBusyMs() {
  const [, user, nice, system] = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/).map(Number);
  return (user + nice + system) * TICK_MS;
}

/**
 * Starts to measure the CPU usage of this process, its children, the given processes, and all others.
 * @param pids by name; each includes its descendants
 * @returns a function that stops it: CPU ms by name, wall time, and `foreignCpu`, the usage by other programs in % of one core
 */
export function watchCpu(pids) {
  const read = () => cpuMsEach(pids);
  const detached = Object.entries(pids).filter(([, pid]) => pid && !processTree(process.pid).includes(pid));
  const own = () => cpuMs(process.pid) + detached.reduce((sum, [, pid]) => sum + cpuMs(pid), 0);
  const [before, busyBefore, ownBefore, started] = [read(), machineBusyMs(), own(), performance.now()];
  return () => {
    const [after, wallMs] = [read(), performance.now() - started];
    const used = Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]));
    const foreignCpu = (100 * (machineBusyMs() - busyBefore - (own() - ownBefore))) / wallMs;
    return { used, wallMs, foreignCpu: Math.max(0, Math.round(foreignCpu)) };
  };
}

/** Duration of inactivity after which a process is considered idle. */
const QUIET_MS = 1500;
const STEP_MS = 500;

/**
 * Waits until a product and its database are idle, that is, have loaded everything that they load in the background.
 * @param pids by name
 * @returns how long ago the product became idle, in ms
 */
export async function idle(pids, limitMs = 180_000) {
  const started = performance.now();
  const used = () => Object.values(cpuMsEach(pids)).reduce((sum, ms) => sum + ms, 0);
  for (let quietFor = 0, before = used(); quietFor < QUIET_MS && performance.now() - started < limitMs;) {
    await sleep(STEP_MS);
    const now = used();
    // Timers cause a few ticks of 10 ms.
    quietFor = now - before <= 20 ? quietFor + STEP_MS : 0;
    before = now;
  }
  return QUIET_MS;
}

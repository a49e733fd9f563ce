import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { lowerPriority, letServerProcessGiveWay } from './lower-priority.js';

const NICE = constants.priority.PRIORITY_BELOW_NORMAL;

/** Returns Linux's autogroup of a process; an empty text if Linux does not schedule by session. */
function sessionOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/autogroup`, 'utf8');
  } catch {
    return '';
  }
}

function threadsOf(pid: number): number[] {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
}

test('only the given database server process and its session get a lower priority', async () => {
  const [server, other] = [0, 1].map(() => spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }));
  await Promise.all([once(server!, 'spawn'), once(other!, 'spawn')]);
  try {
    letServerProcessGiveWay(server!.pid!);
    expect(getPriority(server!.pid)).toBe(NICE);
    expect(getPriority(other!.pid)).toBe(0);
    if (!sessionOf(other!.pid!)) return;
    // Without root privileges, the change is rate-limited and has to be retried.
    while (!sessionOf(server!.pid!).endsWith(`nice ${NICE}\n`)) await sleep(20);
    expect(sessionOf(other!.pid!)).toContain('nice 0');
  } finally {
    server!.kill();
    other!.kill();
  }
});

test('all threads of a process get a lower priority', async () => {
  const node = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)']);
  await once(node.stdout, 'data');
  try {
    lowerPriority(node.pid);
    const threads = threadsOf(node.pid!);
    expect(threads.map((thread) => getPriority(thread))).toEqual(threads.map(() => NICE));
  } finally {
    node.kill();
  }
});

test('a process that has ended does not cause an error', () => {
  expect(() => letServerProcessGiveWay(2 ** 22)).not.toThrow();
});

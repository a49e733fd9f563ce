import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { hashPassword, verifyPassword } from './password-hash.js';

const LOWEST = constants.priority.PRIORITY_LOW;

/** Nice value of a thread of this process (proc(5), field 19). */
function niceness(thread: string): number {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}

describe('passwords', () => {
  it('are hashed so that they can be checked, and an invalid hash matches none', async () => {
    const stored = await hashPassword('ﬁve words in a row');
    expect(await verifyPassword('five words in a row', stored)).toBe(true);
    expect(await verifyPassword('six words in a row', stored)).toBe(false);
    for (const other of ['', 'five words in a row', '$argon2id$v=19$m=19456,t=2,p=1$broken'])
      expect(await verifyPassword('five words in a row', other)).toBe(false);
  });

  it('are hashed by threads with a low priority', async () => {
    await hashPassword('one');
    // On other systems, threads have no priority of their own.
    if (process.platform !== 'linux') return;
    const main = String(process.pid);
    const others = readdirSync('/proc/self/task').filter((thread) => thread !== main);
    expect(niceness(main)).toBeLessThan(LOWEST);
    expect(others.map(niceness)).toContain(LOWEST);
  });
});

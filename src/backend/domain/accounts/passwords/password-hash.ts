import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Number of hashing threads: half of the processors. They run at low priority, after the threads that serve requests. */
export const HASHING_THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
const IDLE_MS = 30_000;

/** Starts with the first password, and stops its threads after a while without work. */
const pool = new Piscina({
  filename: new URL('./argon2.worker.mjs', import.meta.url).href,
  minThreads: 0,
  maxThreads: HASHING_THREADS,
  idleTimeout: IDLE_MS,
  // Callers already hold a place of the `PasswordQueue`.
  maxQueue: 1000,
});

/** @returns a PHC string, which includes the cost parameters, so that they can be raised later */
export async function hashPassword(password: string): Promise<string> {
  return (await pool.run({ password: normalized(password), cost: COST }, { name: 'hash' })) as string;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  return (await pool.run({ password: normalized(password), stored }, { name: 'verify' })) as boolean;
}

/** Whether the hash was made with a different cost than the current one. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}

/** Functions of this file that logging in needs. */
export interface PasswordHashing {
  hash: typeof hashPassword;
  verify: typeof verifyPassword;
  needsRehash: typeof needsRehash;
}

export const argon2Passwords: PasswordHashing = { hash: hashPassword, verify: verifyPassword, needsRehash };

function normalized(password: string): string {
  return password.normalize('NFKC');
}

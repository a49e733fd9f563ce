import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Threads that hash; half of the processors, and these step behind whatever answers people. */
export const HASHING_THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
const IDLE_MS = 30_000;

/** Begins with the first password, and ends its threads when there is none for a while. */
const pool = new Piscina({
  filename: new URL('./argon2.worker.mjs', import.meta.url).href,
  minThreads: 0,
  maxThreads: HASHING_THREADS,
  idleTimeout: IDLE_MS,
  // Who waits here has had a turn; see `PasswordTurns`.
  maxQueue: 1000,
});

/** @returns a PHC string: what it was made with stands in it, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  return (await pool.run({ password: normalized(password), cost: COST }, { name: 'hash' })) as string;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  return (await pool.run({ password: normalized(password), stored }, { name: 'verify' })) as boolean;
}

/** Whether it was made with another cost than passwords are hashed with today. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}

/** What logging in needs of this file. */
export interface PasswordHashing {
  hash: typeof hashPassword;
  verify: typeof verifyPassword;
  needsRehash: typeof needsRehash;
}

export const argon2Passwords: PasswordHashing = { hash: hashPassword, verify: verifyPassword, needsRehash };

function normalized(password: string): string {
  return password.normalize('NFKC');
}

import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { WorkLimit } from './work-limit.js';

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. Computed on the thread pool.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Many who log in at once wait for each other, and not pages for them. */
const turns = new WorkLimit(Math.max(1, Math.floor(availableParallelism() / 2)));

/** @returns a PHC string: what it was made with stands in it, so that the cost can be raised later. */
export function hashPassword(password: string): Promise<string> {
  return turns.run(() => hash(normalized(password), COST));
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  try {
    return await turns.run(() => verify(stored, normalized(password)));
  } catch {
    // Not a hash of this kind.
    return false;
  }
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

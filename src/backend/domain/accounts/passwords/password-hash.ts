import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { Kysely } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { Database } from '../../../platform/database/schema.js';

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

/** The functions on password hashes that a login uses. */
export interface PasswordHashing {
  hash: typeof hashPassword;
  verify: typeof verifyPassword;
  needsRehash: typeof needsRehash;
}

export const argon2Passwords: PasswordHashing = { hash: hashPassword, verify: verifyPassword, needsRehash };

function normalized(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Checks the current password before an action that cannot be undone. People who only log in with a third-party provider have no
 * password: they can set one with the link for a forgotten password.
 */
export async function checkCurrentPassword(
  database: Kysely<Database>,
  accountId: string,
  password: string,
): Promise<AccountViolation[]> {
  const current = await readCurrentPassword(database, accountId, password);
  return current.ok ? [] : [current.violation];
}

/**
 * Checks the password before it is replaced, and fails if it was replaced concurrently.
 *
 * @returns the hash of the password
 */
export async function readCurrentPassword(
  database: Kysely<Database>,
  accountId: string,
  password: string,
): Promise<{ ok: true; hash: string } | { ok: false; violation: AccountViolation }> {
  const violation = (rule: AccountViolation['rule']) =>
    ({ ok: false, violation: { field: 'currentPassword', rule } }) as const;
  if (password === '') return violation('required');
  const account = await database
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account?.password_hash) return violation('noPassword');
  const hash = account.password_hash;
  return (await verifyPassword(password, hash)) ? { ok: true, hash } : violation('currentPassword');
}

import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Backend, DemoAccount } from '#contract/backend/backend.js';
import type { Database } from '../../src/backend/platform/database/schema.js';
import { hashPassword, verifyPassword } from '../../src/backend/domain/accounts/passwords/password-hash.js';

export const DEMO_DOMAIN = 'demo.causeboard.test';
const PEOPLE = [
  ['applicant', 'applicant', 'Amara', 'Okafor'],
  ['recruiter', 'recruiter', 'Robin', 'Tremblay'],
  ['editor', 'job_editor', 'Jonas', 'Weber'],
  ['siteadmin', 'site_admin', 'Priya', 'Nair'],
  ['admin', 'administrator', 'Alex', 'Morgan'],
] as const;
const ACCOUNTS: DemoAccount[] = PEOPLE.map(([name, role]) => ({ email: `${name}@${DEMO_DOMAIN}`, role }));
/** Has a resume on each site. */
export const DEMO_APPLICANT = `applicant@${DEMO_DOMAIN}`;
/** Owns an organization of each site's demo data. */
export const DEMO_RECRUITER = `recruiter@${DEMO_DOMAIN}`;

// Two processes that start at the same time must not both create accounts, each with its own password.
const LOCK = 4_217_005;

/**
 * Creates the demo accounts that are missing. A given password also replaces that of accounts created earlier.
 *
 * @param givenPassword if omitted, new accounts get a random password; the password of earlier accounts can no longer be returned
 */
export async function provideDemoAccounts(
  database: Kysely<Database>,
  givenPassword: string | undefined,
  now: Date,
): Promise<Backend['demo']> {
  const stored = await findStored(database);
  const outdated = givenPassword === undefined ? [] : await findOutdated(stored, givenPassword);
  if (stored.length === ACCOUNTS.length && outdated.length === 0)
    return { accounts: ACCOUNTS, password: givenPassword };

  const password = givenPassword ?? randomBytes(9).toString('base64url');
  const made = await database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    const known = new Set((await findStored(trx)).map(({ email }) => email));
    const missing = ACCOUNTS.filter(({ email }) => !known.has(email));
    await Promise.all(missing.map((account) => insert(trx, account, password, now)));
    for (const email of outdated) {
      const password_hash = await hashPassword(password);
      await trx.updateTable('account').set({ password_hash }).where('email', '=', email).execute();
    }
    return missing.length;
  });
  const isKnown = givenPassword !== undefined || made === ACCOUNTS.length;
  return isKnown ? { accounts: ACCOUNTS, password } : { accounts: ACCOUNTS };
}

function findStored(database: Kysely<Database>): Promise<{ email: string; password_hash: string | null }[]> {
  const emails = ACCOUNTS.map(({ email }) => email);
  return database.selectFrom('account').select(['email', 'password_hash']).where('email', 'in', emails).execute();
}

async function insert(
  database: Kysely<Database>,
  { email, role }: DemoAccount,
  password: string,
  now: Date,
): Promise<void> {
  const [, , first_name = '', last_name = ''] = PEOPLE.find(([name]) => email.startsWith(`${name}@`)) ?? [];
  const name = `${first_name} ${last_name}`;
  const password_hash = await hashPassword(password);
  await database
    .insertInto('account')
    .values({
      email,
      name,
      first_name,
      last_name,
      password_hash,
      roles: [role],
      email_verified: now,
      approved_at: now,
    })
    .execute();
}

async function findOutdated(
  stored: readonly { email: string; password_hash: string | null }[],
  password: string,
): Promise<string[]> {
  const outdated: string[] = [];
  for (const { email, password_hash } of stored) {
    if (password_hash === null || !(await verifyPassword(password, password_hash))) outdated.push(email);
    // All accounts get their password together: if it is right for the first one, it is right for all.
    else break;
  }
  return outdated;
}

import { hashPassword } from '../../src/backend/accounts/password-hash.js';
import type { TestDatabase } from './database.js';
import { RecruiterVisitor } from './recruiter-visitor.js';
import type { SiteUnderTest } from './site.js';

const PASSWORD = 'a long enough passphrase';
let hash: Promise<string> | undefined;

/** Somebody of a product of one's own, verified and approved, logged in in a browser without scripts. */
export async function personOf(test: TestDatabase, site: SiteUnderTest, name: string, roles = ['applicant']) {
  const email = `${name}@people.test`;
  const password_hash = await (hash ??= hashPassword(PASSWORD));
  const now = new Date();
  await test.database
    .insertInto('account')
    .values({ email, name, roles, password_hash, email_verified: now, approved_at: now, first_name: name })
    .execute();
  return RecruiterVisitor.of(site, email, PASSWORD);
}

import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { LINK_HOURS } from '#contract/accounts/link-lifetimes.js';

const HOUR_MS = 3_600_000;

/**
 * The password that an address was last registered with, kept as long as the mailed link is valid. It is kept for every registration, so
 * that the response to a login does not reveal whether the address had an account before.
 */
export const registrationAttempts = {
  async record(
    database: Kysely<Database>,
    { email, password_hash, now }: { email: string; password_hash: string; now: Date },
  ): Promise<void> {
    const expires_at = new Date(now.getTime() + LINK_HOURS['verify-email'] * HOUR_MS);
    await database
      .insertInto('registration_attempt')
      .values({ email, password_hash, expires_at })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ password_hash, expires_at }))
      .execute();
  },

  /** @returns the hash of the password; undefined if nobody has registered the address recently */
  async find(database: Kysely<Database>, email: string, now: Date): Promise<string | undefined> {
    const row = await database
      .selectFrom('registration_attempt')
      .select('password_hash')
      .where('email', '=', email)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return row?.password_hash;
  },

  /** Called when the address is confirmed or its account is gone. */
  async discard(database: Kysely<Database>, email: string): Promise<void> {
    await database.deleteFrom('registration_attempt').where('email', '=', email).execute();
  },
};

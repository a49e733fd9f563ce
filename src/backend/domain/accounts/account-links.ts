import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { LINK_HOURS, type LinkPurpose } from '#contract/accounts/account-links.js';
import type { Database } from '../../platform/database/schema.js';

const HOUR_MS = 3_600_000;
const TOKEN_BYTES = 32;

/** Single-use links that are sent by mail. The database stores only digests of their tokens. */
export const accountLinks = {
  /** Creates a link and invalidates earlier links of the account for the same purpose. @returns the token to send */
  async make(
    database: Kysely<Database>,
    link: { accountId: string; purpose: LinkPurpose; details?: Record<string, string>; now: Date },
  ): Promise<string> {
    const { accountId, purpose, details = {}, now } = link;
    await database
      .deleteFrom('account_link')
      .where('account_id', '=', accountId)
      .where('purpose', '=', purpose)
      .execute();
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await database
      .insertInto('account_link')
      .values({
        digest: digestOf(token),
        account_id: accountId,
        purpose,
        details: JSON.stringify(details),
        expires_at: new Date(now.getTime() + LINK_HOURS[purpose] * HOUR_MS),
      })
      .execute();
    return token;
  },

  /** @returns a valid link, which stays valid */
  async find(
    database: Kysely<Database>,
    { token, purpose, now }: { token: string; purpose: LinkPurpose; now: Date },
  ): Promise<{ accountId: string; details: Record<string, string> } | undefined> {
    const link = await database
      .selectFrom('account_link')
      .select(['account_id', 'details'])
      .where('digest', '=', digestOf(token))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return link && { accountId: link.account_id, details: link.details };
  },

  /** Consumes a link. @returns undefined if no link has this token and purpose, or it has been used or has expired */
  async take(
    database: Kysely<Database>,
    { token, purpose, now }: { token: string; purpose: LinkPurpose; now: Date },
  ): Promise<{ accountId: string; details: Record<string, string> } | undefined> {
    const taken = await database
      .deleteFrom('account_link')
      .where('digest', '=', digestOf(token))
      .where('purpose', '=', purpose)
      .returning(['account_id', 'details', 'expires_at'])
      .executeTakeFirst();
    if (!taken || taken.expires_at <= now) return undefined;
    return { accountId: taken.account_id, details: taken.details };
  },

  /** Invalidates all links of the account. */
  async voidAll(database: Kysely<Database>, accountId: string): Promise<void> {
    await database.deleteFrom('account_link').where('account_id', '=', accountId).execute();
  },
};

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

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

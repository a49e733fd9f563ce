import { sql, type Kysely } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { Identity } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { accountLinks, registrationAttempts } from '../account-links.js';
import type { Place } from '../account-results.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { IdentityAssertions } from './identity-assertions.js';
import type { LoginOutcome } from '../login/login.js';
import { removeUnverifiedOwner, setRegisteredRole } from '../passwords/passwords.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Viewer } from '../../../platform/graphql/request-context.js';

/** Links login providers to existing accounts, and unlinks them. */
export class IdentityLinks {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly sessions: Sessions,
    private readonly assertions: IdentityAssertions,
  ) {}

  async list({ accountId }: Viewer): Promise<Identity[]> {
    const { rows } = await sql<{ provider: string; linked: Date; removable: boolean }>`
      select i.provider, min(i.linked_at) as linked, a.password_hash is not null or exists (
        select from account_identity other where other.account_id = a.id and other.provider <> i.provider) as removable
      from account_identity i join account a on a.id = i.account_id
      where a.id = ${accountId}::uuid group by i.provider, a.id order by i.provider
    `.execute(this.database);
    return rows.map(({ linked, ...identity }) => ({ ...identity, linked: linked.toISOString() }));
  }

  /** Links a provider to the account of the viewer, who is logged in. */
  link({ accountId }: Viewer, assertion: string, { site, now }: Place): Promise<AccountViolation[]> {
    return this.database.transaction().execute(async (trx) => {
      const identity = await this.assertions.take(trx, { assertion, audience: 'link', now });
      if (!identity) return [{ rule: 'assertion' }];
      const { provider, subject } = identity;
      return connect(trx, { provider, subject, accountId, by: 'session', site, now });
    });
  }

  /**
   * Links a provider by a mailed link, which proves access to the account's mailbox. If the address was unverified until then, the
   * details of the account may have been entered by somebody else: they are removed, with the password and everything that was started
   * with it. The role and the name are then those of the login with the provider.
   */
  confirm(token: string, { site, now }: Place): Promise<LoginOutcome> {
    const broken: LoginOutcome = { ok: false, violations: [{ rule: 'link' }] };
    return this.database.transaction().execute(async (trx) => {
      const link = await accountLinks.take(trx, { token, purpose: 'link-identity', now });
      const { provider, subject, email, role, firstName, lastName } = link?.details ?? {};
      if (!link || !provider || !subject || !email) return broken;
      const { accountId } = link;
      const account = await trx
        .selectFrom('account')
        .select('email_verified')
        .where('id', '=', accountId)
        .where('email', '=', email)
        .where('blocked_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!account) return broken;
      if (!account.email_verified) {
        await removeUnverifiedOwner(trx, accountId, email);
        await setRegisteredRole(trx, accountId, role);
        await registrationAttempts.discard(trx, email);
        const name = [firstName, lastName].filter(Boolean).join(' ');
        const named = name === '' ? {} : { name, first_name: firstName || null, last_name: lastName || null };
        await trx
          .updateTable('account')
          .set({ password_hash: null, email_verified: now, verified_site: site, ...named })
          .where('id', '=', accountId)
          .execute();
        await accountLinks.voidAll(trx, accountId);
        await this.sessions.endAll(trx, accountId);
      }
      const violations = await connect(trx, { provider, subject, accountId, by: 'mail', site, now });
      if (violations.length > 0) return { ok: false, violations };
      return { ok: true, jwt: await this.sessions.begin(trx, { accountId, now }) } as const;
    });
  }

  /** @returns a violation if the provider is the only way to log in */
  unlink({ accountId }: Viewer, provider: string, { site, now }: Place): Promise<AccountViolation[]> {
    return this.database.transaction().execute(async (trx) => {
      const { password_hash } = await trx
        .selectFrom('account')
        .select('password_hash')
        .where('id', '=', accountId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const linked = await trx
        .selectFrom('account_identity')
        .select('provider')
        .where('account_id', '=', accountId)
        .execute();
      if (!linked.some((identity) => identity.provider === provider)) return [];
      const isLast = !password_hash && linked.every((identity) => identity.provider === provider);
      if (isLast) return [{ rule: 'lastWayIn' }];
      await trx
        .deleteFrom('account_identity')
        .where('account_id', '=', accountId)
        .where('provider', '=', provider)
        .execute();
      const entry = { actorId: accountId, subjectId: accountId, site, details: { provider } };
      await writeAudit(trx, { action: 'account.identity-unlinked', ...entry }, now);
      return [];
    });
  }
}

async function connect(
  database: Kysely<Database>,
  identity: { provider: string; subject: string; accountId: string; by: 'session' | 'mail'; site: string; now: Date },
): Promise<AccountViolation[]> {
  const { provider, subject, accountId, by, site, now } = identity;
  const made = await database
    .insertInto('account_identity')
    .values({ provider, subject, account_id: accountId, linked_at: now })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning('account_id')
    .executeTakeFirst();
  if (!made) {
    const { account_id } = await database
      .selectFrom('account_identity')
      .select('account_id')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow();
    return account_id === accountId ? [] : [{ rule: 'identityTaken' }];
  }
  const entry = { actorId: accountId, subjectId: accountId, site, details: { provider, by } };
  await writeAudit(database, { action: 'account.identity-linked', ...entry }, now);
  return [];
}

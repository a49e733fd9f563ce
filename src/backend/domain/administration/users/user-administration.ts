import { type Kysely, sql } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { RoleName, MutationSendUserMailArgs } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { isUuid } from '../../../platform/database/statement.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import type { Place } from '../../accounts/account-results.js';
import { lockAdministrators } from '../../account-deletion/end-account.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { Sessions } from '../../accounts/sessions/sessions.js';
import type { Viewer } from '../../../platform/graphql/request-context.js';
import { putResetMail } from '../../accounts/passwords/passwords.js';
import { putVerificationMail } from '../../accounts/registration/registration.js';
import { ACTIVE_OWNERS, restoreOrganizations, suspendOrganizations } from '../organizations/suspension.js';

const MAX_REASON_LENGTH = 500;

/** Organizations `o` of an account that have no other owner who can log in. */
const withoutOwner = (accountId: string) => sql<boolean>`(
  exists (select from organization_member m where m.organization_id = o.id and m.account_id = ${accountId}::uuid and m.role = 'owner')
  and not exists (${ACTIVE_OWNERS})
)`;

/** Organizations `o` of an account that went offline with their owners, and now have an owner again who can log in. */
const backWith = (accountId: string) => sql<boolean>`(
  not o.suspended_by_site
  and exists (select from organization_member m where m.organization_id = o.id and m.account_id = ${accountId}::uuid)
  and exists (${ACTIVE_OWNERS})
)`;

/** Administration of other people's accounts. Each change is written to the audit log. */
export class UserAdministration {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly sessions: Sessions,
    private readonly indexer: SearchIndexer,
  ) {}

  async setRoles(
    viewer: Viewer,
    { userId, roles }: { userId: string; roles: readonly RoleName[] },
    { site, now }: Place,
  ): Promise<AccountViolation[]> {
    const wanted = [...new Set(roles)];
    if (wanted.length === 0) return [{ field: 'roles', rule: 'roles' }];
    return this.change(viewer, userId, !wanted.includes('administrator'), async (trx, account) => {
      // A recruiter role that is granted by an administrator counts as approved.
      const isMadeRecruiter = wanted.includes('recruiter') && !account.roles.includes('recruiter');
      const approved = isMadeRecruiter ? { approved_at: now } : {};
      await trx
        .updateTable('account')
        .set({ roles: wanted, ...approved })
        .where('id', '=', account.id)
        .execute();
      const details = { before: account.roles.join(' '), after: wanted.join(' ') };
      const entry = {
        action: 'account.roles',
        actorId: viewer.accountId,
        subjectId: account.id,
        site,
        details,
      } as const;
      await writeAudit(trx, entry, now);
    });
  }

  /**
   * Blocking ends all sessions of the account, hides its resumes, and takes organizations without another owner offline, with their jobs.
   * Unblocking restores all of it.
   */
  async setBlocked(
    viewer: Viewer,
    { userId, blocked, reason }: { userId: string; blocked: boolean; reason: string | null | undefined },
    { site, now }: Place,
  ): Promise<AccountViolation[]> {
    return this.change(viewer, userId, blocked, async (trx, account) => {
      if ((account.blocked_at !== null) === blocked) return;
      const blocked_at = blocked ? now : null;
      await trx.updateTable('account').set({ blocked_at }).where('id', '=', account.id).execute();
      if (blocked) await this.sessions.endAll(trx, account.id);
      const resumes = await trx.selectFrom('resume').select('id').where('account_id', '=', account.id).execute();
      await this.indexer.indexResumes(
        trx,
        resumes.map(({ id }) => id),
      );
      const suspension = { subjectId: account.id, actorId: viewer.accountId };
      if (blocked)
        await suspendOrganizations(trx, this.indexer, { ...suspension, which: withoutOwner(account.id) }, now);
      else await restoreOrganizations(trx, this.indexer, { ...suspension, which: backWith(account.id) }, now);
      const action = blocked ? 'account.blocked' : 'account.unblocked';
      const text = reason?.trim().slice(0, MAX_REASON_LENGTH);
      const details = text ? { reason: text } : {};
      await writeAudit(trx, { action, actorId: viewer.accountId, subjectId: account.id, site, details }, now);
    });
  }

  /** @param takesAdministration whether the account would lose its access to administration */
  private async change(
    viewer: Viewer,
    userId: string,
    takesAdministration: boolean,
    apply: (trx: Kysely<Database>, account: { id: string; roles: string[]; blocked_at: Date | null }) => Promise<void>,
  ): Promise<AccountViolation[]> {
    if (!isUuid(userId)) return [{ field: 'userId', rule: 'unknownUser' }];
    return this.database.transaction().execute(async (trx) => {
      const administrators = await lockAdministrators(trx);
      // The viewer's own role may have been removed since the request arrived.
      if (!administrators.includes(viewer.accountId)) return [{ rule: 'ownAdministration' }];
      if (userId.toLowerCase() === viewer.accountId && takesAdministration) return [{ rule: 'ownAdministration' }];
      if (takesAdministration && administrators.every((id) => id === userId.toLowerCase()))
        return [{ rule: 'lastAdministrator' }];
      const account = await trx
        .selectFrom('account')
        .select(['id', 'roles', 'blocked_at'])
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirst();
      if (!account) return [{ field: 'userId', rule: 'unknownUser' }];
      await apply(trx, account);
      return [];
    });
  }
}

/**
 * Sends a link to the owner of an account, in the account's language, on behalf of an administrator, who never sees the link.
 *
 * @returns a violation if the account does not exist, is blocked, or has a confirmed address already
 */
export async function sendUserMail(
  database: Kysely<Database>,
  { userId, mail }: MutationSendUserMailArgs,
  { actorId, place }: { actorId: string; place: Place },
): Promise<AccountViolation[]> {
  if (!isUuid(userId)) return [{ field: 'userId', rule: 'unknownUser' }];
  return database.transaction().execute(async (trx): Promise<AccountViolation[]> => {
    const account = await trx
      .selectFrom('account')
      .select(['id', 'email', 'email_verified', 'blocked_at', 'language'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return [{ field: 'userId', rule: 'unknownUser' }];
    if (account.blocked_at) return [{ rule: 'mailToBlocked' }];
    if (mail === 'verification' && account.email_verified) return [{ rule: 'alreadyVerified' }];
    const recipient = { accountId: account.id, email: account.email };
    const { site, now } = place;
    const inTheirs = { site, now, language: account.language };
    if (mail === 'verification') await putVerificationMail(trx, recipient, inTheirs);
    else await putResetMail(trx, recipient, inTheirs);
    const action = mail === 'verification' ? 'account.verification-sent' : 'account.reset-sent';
    await writeAudit(trx, { action, actorId, subjectId: account.id, site }, now);
    return [];
  });
}

import { type Kysely, sql } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { RoleName } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { isUuid } from '../../../platform/database/id.js';
import type { SearchIndexer } from '../../../platform/search-index/search-indexer.port.js';
import type { Place } from '../../accounts/account-place.js';
import { lockAdministrators } from '../../accounts/administrators.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { Sessions } from '../../accounts/sessions/sessions.js';
import type { Viewer } from '../../../platform/graphql/viewer.js';
import { ACTIVE_OWNERS, restoreOrganizations, suspendOrganizations } from '../organizations/suspension.js';

const MAX_REASON_LENGTH = 500;

/** Organizations `o` of an account that no other owner who may log in has. */
const withoutOwner = (accountId: string) => sql<boolean>`(
  exists (select from organization_member m where m.organization_id = o.id and m.account_id = ${accountId}::uuid and m.role = 'owner')
  and not exists (${ACTIVE_OWNERS})
)`;

/** Organizations `o` of an account that went offline with their owners, and have one again who may log in. */
const backWith = (accountId: string) => sql<boolean>`(
  not o.suspended_by_site
  and exists (select from organization_member m where m.organization_id = o.id and m.account_id = ${accountId}::uuid)
  and exists (${ACTIVE_OWNERS})
)`;

/** What administrators do to accounts of others. Each change is written into the audit log. */
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
      // Whom an administrator makes a recruiter, a person has approved.
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
   * Ends all sessions of who is blocked, hides their resumes, and takes organizations offline that have no other owner, with their jobs.
   * All of it comes back with the account.
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

  /** @param takesAdministration whether the account could not administrate any more */
  private async change(
    viewer: Viewer,
    userId: string,
    takesAdministration: boolean,
    apply: (trx: Kysely<Database>, account: { id: string; roles: string[]; blocked_at: Date | null }) => Promise<void>,
  ): Promise<AccountViolation[]> {
    if (!isUuid(userId)) return [{ field: 'userId', rule: 'unknownUser' }];
    return this.database.transaction().execute(async (trx) => {
      const administrators = await lockAdministrators(trx);
      // Somebody may have taken it from them since the request came.
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

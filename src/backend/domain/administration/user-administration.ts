import { type Kysely, sql } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { RoleName } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { isUuid } from '../../platform/database/id.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';
import type { Place } from '../accounts/account-place.js';
import { lockAdministrators } from '../accounts/administrators.js';
import { writeAudit } from '../audit/audit-log.js';
import type { Sessions } from '../accounts/sessions/sessions.js';
import type { Viewer } from '../../platform/graphql/viewer.js';

const MAX_REASON_LENGTH = 500;

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
      const suspension = { accountId: account.id, actorId: viewer.accountId };
      if (blocked) await suspendOrganizationsOf(trx, this.indexer, suspension, now);
      else await restoreOrganizationsOf(trx, this.indexer, suspension, now);
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

interface Suspension {
  /** Whose account is blocked, or not any more. */
  accountId: string;
  /** Who does it. */
  actorId: string;
}

/**
 * Takes the organizations of a blocked account offline, within the transaction that blocks it: those that no other owner who may log in
 * has. Their pages are closed, and their jobs become drafts, whatever their state was, so that search, sitemaps and feeds lose them at
 * once and nobody can publish them. Applicants are told nothing: it may be undone.
 */
async function suspendOrganizationsOf(
  trx: Kysely<Database>,
  indexer: SearchIndexer,
  { accountId, actorId }: Suspension,
  now: Date,
): Promise<void> {
  const { rows: organizations } = await sql<{ id: number; site: string }>`
    update organization o set suspended_from = state, state = 'closed', updated_at = ${now}
    where state <> 'closed'
      and exists (select from organization_member m where m.organization_id = o.id and m.account_id = ${accountId}::uuid and m.role = 'owner')
      and not exists (${activeOwners()})
    returning id, site
  `.execute(trx);
  if (organizations.length === 0) return;
  const ids = organizations.map(({ id }) => id);
  // Whoever is publishing one of them at this moment comes first, and is then seen by the next statement.
  await sql`select from job where organization_id = any(${ids}::bigint[]) order by id for update`.execute(trx);
  const { rows: jobs } = await sql<{ id: number }>`
    with offline as (
      select id, state from job
      where organization_id = any(${ids}::bigint[]) and state in ('published', 'scheduled', 'needs_review')
    ), changed as (
      update job set state = 'draft', updated_at = ${now} from offline where job.id = offline.id
    ), told as (
      insert into job_event (job_id, actor_id, at, step, from_state, to_state)
      select id, ${actorId}::uuid, ${now}, 'suspend', state, 'draft' from offline
    )
    select id from offline
  `.execute(trx);
  await indexer.remove(
    trx,
    jobs.map(({ id }) => String(id)),
  );
  await finish(trx, indexer, { organizations, accountId, actorId, action: 'organization.suspended' }, now);
}

/**
 * Brings back what blocking took offline. Each job returns to the state that it had; one whose time has ended meanwhile is archived, and
 * one that somebody has moved since stays as it is.
 */
async function restoreOrganizationsOf(
  trx: Kysely<Database>,
  indexer: SearchIndexer,
  { accountId, actorId }: Suspension,
  now: Date,
): Promise<void> {
  const { rows: organizations } = await sql<{ id: number; site: string }>`
    update organization o set state = suspended_from, suspended_from = null, updated_at = ${now}
    where suspended_from is not null
      and exists (select from organization_member m where m.organization_id = o.id and m.account_id = ${accountId}::uuid)
      and exists (${activeOwners()})
    returning id, site
  `.execute(trx);
  if (organizations.length === 0) return;
  const { rows: jobs } = await sql<{ id: number }>`
    with suspended as (
      select job.id, last.from_state,
        case when last.from_state = 'published' and job.expires_at <= ${now} then 'archived' else last.from_state end as to_state
      from job cross join lateral (
        select step, from_state from job_event e where e.job_id = job.id order by e.id desc limit 1
      ) last
      where job.organization_id = any(${organizations.map(({ id }) => id)}::bigint[]) and job.state = 'draft' and last.step = 'suspend'
    ), changed as (
      update job set state = to_state, updated_at = ${now} from suspended where job.id = suspended.id
    ), told as (
      insert into job_event (job_id, actor_id, at, step, from_state, to_state)
      select id, ${actorId}::uuid, ${now}, 'restore', 'draft', to_state from suspended
    )
    select id from suspended
  `.execute(trx);
  await indexer.index(
    trx,
    jobs.map(({ id }) => String(id)),
  );
  await sql`insert into data_change (kind) values ('schedule')`.execute(trx);
  await finish(trx, indexer, { organizations, accountId, actorId, action: 'organization.restored' }, now);
}

/** Of the organization `o`: those who may log in. */
function activeOwners() {
  return sql`
    select from organization_member owner join account a on a.id = owner.account_id
    where owner.organization_id = o.id and owner.role = 'owner' and a.blocked_at is null
  `;
}

interface Finished extends Suspension {
  organizations: readonly { id: number; site: string }[];
  action: 'organization.suspended' | 'organization.restored';
}

async function finish(
  trx: Kysely<Database>,
  indexer: SearchIndexer,
  { organizations, accountId, actorId, action }: Finished,
  now: Date,
): Promise<void> {
  await indexer.indexOrganizations(
    trx,
    organizations.map(({ id }) => String(id)),
  );
  for (const { id, site } of organizations)
    await writeAudit(trx, { action, actorId, subjectId: accountId, site, details: { organization: String(id) } }, now);
}

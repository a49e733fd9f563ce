import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import { writeAudit } from '../audit/audit-log.js';

interface Suspension {
  /** Condition on organizations `o`. */
  which: RawBuilder<boolean>;
  /** Account that performs the action; missing if it has just been deleted. */
  actorId?: string;
  /** Account whose blocking or unblocking is the reason, if it is. */
  subjectId?: string;
  /** Further reason, for the audit log. */
  reason?: string;
}

/** Owners of the organization `o` who can log in. */
export const ACTIVE_OWNERS = sql`
  select from organization_member owner join account a on a.id = owner.account_id
  where owner.organization_id = o.id and owner.role = 'owner' and a.blocked_at is null
`;

/**
 * Value of `job.updated_at` for a job that had a state before the suspension. Only those that were public change for readers. The others
 * keep their time: it is their place in the review queue, and edits of a scheduled job are pending if they are later.
 */
const updatedAt = (before: RawBuilder<unknown>, now: Date) =>
  sql`case when ${before} = 'published' then ${now}::timestamptz else job.updated_at end`;

/**
 * Locks the organizations that an account owns, before the caller looks for other owners. Otherwise two owners who lose their access
 * concurrently would not see each other's loss, and the organization would stay online without any.
 */
export async function lockOwnedOrganizations(trx: Kysely<Database>, accountId: string): Promise<void> {
  await sql`
    select from organization
    where id in (select organization_id from organization_member where account_id = ${accountId}::uuid and role = 'owner')
    order by id for no key update
  `.execute(trx);
}

/**
 * Takes organizations offline, within the caller's transaction. Their pages are closed, and all their jobs become drafts, so that search,
 * sitemaps and feeds drop them at once and nobody can publish them. Applicants are not notified, because it may be undone. For the same
 * reason, the jobs keep their credits and slots (the trigger `job_ended` makes this exception). Placements end at their time, as jobs do.
 */
export async function suspendOrganizations(
  trx: Kysely<Database>,
  indexer: SearchIndexer,
  suspension: Suspension,
  now: Date,
): Promise<void> {
  const { which, actorId = null } = suspension;
  const { rows: organizations } = await sql<{ id: number; site: string }>`
    update organization o set suspended_from = state, state = 'closed', updated_at = ${now}
    where state <> 'closed' and ${which}
    returning id, site
  `.execute(trx);
  if (organizations.length === 0) return;
  const ids = organizations.map(({ id }) => id);
  // Waits for transactions that are publishing one of these jobs, so that the next statement sees their result.
  await sql`select from job where organization_id = any(${ids}::bigint[]) order by id for update`.execute(trx);
  const { rows: jobs } = await sql<{ id: number }>`
    with offline as (
      select id, state from job
      where organization_id = any(${ids}::bigint[]) and state in ('published', 'scheduled', 'needs_review')
    ), changed as (
      update job set state = 'draft', updated_at = ${updatedAt(sql`offline.state`, now)} from offline where job.id = offline.id
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
  await finish(trx, indexer, { ...suspension, organizations, action: 'organization.suspended' }, now);
}

/**
 * Restores suspended organizations. Each job returns to its earlier state, with its credit or slot; a job that has expired meanwhile is
 * archived, which ends its charge, and one whose state was changed since is left alone.
 */
export async function restoreOrganizations(
  trx: Kysely<Database>,
  indexer: SearchIndexer,
  suspension: Suspension,
  now: Date,
): Promise<void> {
  const { which, actorId = null } = suspension;
  const { rows: organizations } = await sql<{ id: number; site: string }>`
    update organization o set state = suspended_from, suspended_from = null, suspended_by_site = false, updated_at = ${now}
    where suspended_from is not null and ${which}
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
      update job set state = to_state, updated_at = ${updatedAt(sql`suspended.from_state`, now)}
      from suspended where job.id = suspended.id
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
  await finish(trx, indexer, { ...suspension, organizations, action: 'organization.restored' }, now);
}

interface Finished extends Suspension {
  organizations: readonly { id: number; site: string }[];
  action: 'organization.suspended' | 'organization.restored';
}

async function finish(
  trx: Kysely<Database>,
  indexer: SearchIndexer,
  { organizations, subjectId, actorId, action, reason }: Finished,
  now: Date,
): Promise<void> {
  await indexer.indexOrganizations(
    trx,
    organizations.map(({ id }) => String(id)),
  );
  for (const { id, site } of organizations) {
    const details = { organization: String(id), ...(reason ? { reason } : {}) };
    await writeAudit(trx, { action, actorId, ...(subjectId ? { subjectId } : {}), site, details }, now);
  }
}

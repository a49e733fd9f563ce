import { sql, type Kysely } from 'kysely';
import { writeAudit } from '../audit/audit-log.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';

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
export async function suspendOrganizationsOf(
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
export async function restoreOrganizationsOf(
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

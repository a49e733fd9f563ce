import { sql, type Kysely } from 'kysely';
import { findMerged, type MergedOrganizations } from '../../domain/organizations/merged-organizations.js';
import type { SavedSearch } from '../../platform/database/tables/alert-tables.js';
import type { Database } from '../../platform/database/schema.js';
import { namedInSearch, ORGANIZATION_FIELDS, searchAfterMerge } from '../saved-searches/merged-search.js';
import { provideSearch, replaceAlert } from './edit-alerts.js';
import { waitForMatching } from './match-arrivals.js';

/**
 * Changes alerts for organizations of the site that were merged into others into alerts for those others. If a person had alerts for both,
 * the one with the shorter interval is kept.
 */
export async function followMerges(trx: Kysely<Database>, site: string): Promise<void> {
  if ((await searchesWithOrganizations(trx, site)).length === 0) return;
  // A matching run in progress has read the old searches, which would not find the jobs that have moved.
  await waitForMatching(trx, 'job');
  const searches = await searchesWithOrganizations(trx, site);
  const named = searches.map(({ search }) => namedInSearch(search));
  const merged = await findMerged(trx, site, {
    ids: named.flatMap(({ ids }) => ids),
    names: named.flatMap(({ names }) => names),
    // Waiting could deadlock two merges. The second one gets here only when the first one has ended.
    waits: false,
  });
  for (const [index, { id, search }] of searches.entries()) {
    if (!merged.concerns(named[index]!)) continue;
    const to = await provideSearch(trx, { kind: 'job', site }, searchAfterMerge(search, merged));
    await moveAlerts(trx, { from: id, to }, merged);
  }
}

/** Applies earlier merges to alerts that still name merged organizations, for example because they are older than `followMerges`. */
export async function followEarlierMerges(database: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ site: string }>`
    select distinct site from organization where merged_into is not null
  `.execute(database);
  for (const { site } of rows) await database.transaction().execute((trx) => followMerges(trx, site));
}

async function searchesWithOrganizations(
  trx: Kysely<Database>,
  site: string,
): Promise<{ id: number; search: SavedSearch }[]> {
  // Searches without alerts are left to the cleanup.
  const { rows } = await sql<{ id: number; search: SavedSearch }>`
    select id, search from alert_search s
    where kind = 'job' and site = ${site} and exists (select from alert where alert.search_id = s.id)
      and jsonb_path_query_array(search, '$.condition_group.**.name') ?| ${ORGANIZATION_FIELDS}::text[]
    order by id
  `.execute(trx);
  return rows;
}

interface OwnedAlert {
  id: string;
  page: string;
  /** Id of the account, or an email address that no account has confirmed. */
  owner: string;
}

async function moveAlerts(
  trx: Kysely<Database>,
  { from, to }: { from: number; to: number },
  merged: MergedOrganizations,
): Promise<void> {
  const { rows } = await sql<OwnedAlert>`
    select alert.id, alert.page, coalesce(alert.account_id::text, account.id::text, alert.email) as owner
    from alert left join account on account.email = alert.email and account.email_verified is not null
    where alert.search_id in (${from}, ${to})
    order by alert.due_at is null, alert.confirmed_at is null, alert.account_id is null, alert.every_seconds, alert.created_at, alert.id
    for update of alert
  `.execute(trx);
  const remaining = new Map<string, OwnedAlert>();
  for (const alert of rows) {
    const other = remaining.get(alert.owner);
    if (other) await endInFavorOf(trx, alert, other);
    else remaining.set(alert.owner, alert);
  }
  for (const { id, page } of remaining.values())
    await sql`update alert set search_id = ${to}, page = ${merged.inPath(page)} where id = ${id}::uuid`.execute(trx);
}

/**
 * Deletes an alert in favor of another one, which does not report again what the deleted one has sent, and sends what it would have sent.
 */
async function endInFavorOf(trx: Kysely<Database>, alert: OwnedAlert, other: OwnedAlert): Promise<void> {
  await sql`
    insert into alert_match (alert_id, item_id, sent_at)
    select ${other.id}::uuid, item_id, sent_at from alert_match where alert_id = ${alert.id}::uuid
    on conflict (alert_id, item_id) do update set sent_at = coalesce(alert_match.sent_at, excluded.sent_at)
  `.execute(trx);
  await replaceAlert(trx, alert.id, other.id);
}

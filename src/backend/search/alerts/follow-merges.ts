import { sql, type Kysely } from 'kysely';
import { findMerged, type MergedOrganizations } from '../../domain/organizations/merged-organizations.js';
import type { SavedSearch } from '../../platform/database/tables/alert-tables.js';
import type { Database } from '../../platform/database/schema.js';
import { namedInSearch, ORGANIZATION_FIELDS, searchAfterMerge } from '../saved-searches/merged-search.js';
import { provideSearch } from './edit-alerts.js';
import { waitForMatching } from './match-arrivals.js';

/**
 * Alerts for an organization of the site that was merged into another one are alerts for that one from then on. Of somebody who had both,
 * the one stays that sends more.
 */
export async function followMerges(trx: Kysely<Database>, site: string): Promise<void> {
  if ((await searchesWithOrganizations(trx, site)).length === 0) return;
  // A matching that is under way has read the searches as they were: it would find nothing of the jobs that have moved.
  await waitForMatching(trx, 'job');
  const searches = await searchesWithOrganizations(trx, site);
  const named = searches.map(({ search }) => namedInSearch(search));
  const merged = await findMerged(trx, site, {
    ids: named.flatMap(({ ids }) => ids),
    names: named.flatMap(({ names }) => names),
    // Two merges would wait for each other's organizations. The second one comes here when the first one has ended.
    waits: false,
  });
  for (const [index, { id, search }] of searches.entries()) {
    if (!merged.concerns(named[index]!)) continue;
    const to = await provideSearch(trx, { kind: 'job', site }, searchAfterMerge(search, merged));
    await moveAlerts(trx, { from: id, to }, merged);
  }
}

/** For alerts from before they followed merges, and for whatever else has stored a search as it was. */
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
  // Searches without alerts are deleted sooner or later.
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
  /** Of whom it is: an account, or an address that no account has confirmed. */
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

/** What the one has told, the other one does not tell again; what it would have told comes with the next mail of the other one. */
async function endInFavorOf(trx: Kysely<Database>, alert: OwnedAlert, other: OwnedAlert): Promise<void> {
  await sql`
    insert into alert_match (alert_id, item_id, sent_at)
    select ${other.id}::uuid, item_id, sent_at from alert_match where alert_id = ${alert.id}::uuid
    on conflict (alert_id, item_id) do update set sent_at = coalesce(alert_match.sent_at, excluded.sent_at)
  `.execute(trx);
  await sql`delete from alert where id = ${alert.id}::uuid`.execute(trx);
}

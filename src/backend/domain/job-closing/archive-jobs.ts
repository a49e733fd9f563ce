import { sql, type Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { closeApplicationsOf } from './close-applications.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';

/**
 * Archives what organizations have published, and takes it out of the search index, within the caller's transaction. What was still to be
 * published never is. Whoever waits for a decision is told that there will be none: nobody is left to tell them later.
 */
export async function archiveJobsOf(
  trx: Kysely<Database>,
  { indexer, sites }: { indexer: SearchIndexer; sites: readonly BackendSite[] },
  organizationIds: readonly number[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update job set state = 'archived', updated_at = ${now}
    where organization_id = any(${organizationIds}::bigint[]) and state = 'published' returning id
  `.execute(trx);
  await sql`
    update job set state = 'draft', updated_at = ${now}
    where organization_id = any(${organizationIds}::bigint[]) and state in ('scheduled', 'needs_review')
  `.execute(trx);
  await closeApplicationsOf(trx, { sites, organizationIds }, now);
  const ids = rows.map(({ id }) => String(id));
  if (ids.length > 0) await indexer.remove(trx, ids);
}

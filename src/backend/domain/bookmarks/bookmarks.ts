import { sql, type Kysely } from 'kysely';
import type { BookmarkedJob } from '#contract/generated/resolvers.js';
import { MAX_BOOKMARKS } from '#contract/bookmarks.js';
import { jobPath } from '#contract/pages/paths.js';
import type { Database } from '../../platform/database/schema.js';

/** Whose bookmarks: each site has its own. */
export interface BookmarkOwner {
  accountId: string;
  site: string;
}

/** Draft, waiting and scheduled jobs are nobody's business outside the organization. */
const VISIBLE = sql`job.state in ('published', 'archived')`;

/** @returns the latest first */
export async function findBookmarks(
  database: Kysely<Database>,
  { accountId, site }: BookmarkOwner,
): Promise<BookmarkedJob[]> {
  const { rows } = await sql<{ id: number; title: string; language: string; organization: string; state: string }>`
    select job.id, job.title, job.language, job.state, organization.name as organization
    from bookmark join job on job.id = bookmark.job_id join organization on organization.id = job.organization_id
    where bookmark.account_id = ${accountId}::uuid and job.site = ${site} and ${VISIBLE}
    order by bookmark.created_at desc, job.id desc limit ${MAX_BOOKMARKS}
  `.execute(database);
  return rows.map(({ id, title, language, organization, state }) => ({
    id: String(id),
    title,
    url: { path: jobPath(String(id), title) },
    language,
    organizationName: organization,
    closed: state === 'archived',
  }));
}

/** @param change ids of jobs; those added the latest first. What cannot be bookmarked is left out. */
export async function changeBookmarks(
  trx: Kysely<Database>,
  { accountId, site }: BookmarkOwner,
  { add, remove, now }: { add: readonly number[]; remove: readonly number[]; now: Date },
): Promise<void> {
  if (add.length > 0)
    await sql`
      insert into bookmark (account_id, job_id, created_at)
      select ${accountId}::uuid, job.id, ${now}::timestamptz - wanted.place * interval '1 microsecond'
      from unnest(${add}::bigint[]) with ordinality as wanted(id, place) join job on job.id = wanted.id
      where job.site = ${site} and ${VISIBLE} order by wanted.place
      on conflict do nothing
    `.execute(trx);
  if (remove.length > 0)
    await sql`delete from bookmark where account_id = ${accountId}::uuid and job_id = any(${remove}::bigint[])`.execute(
      trx,
    );
  await sql`
    delete from bookmark where account_id = ${accountId}::uuid and job_id in (
      select job_id from bookmark join job on job.id = job_id where account_id = ${accountId}::uuid and site = ${site}
      order by bookmark.created_at desc, job_id desc offset ${MAX_BOOKMARKS}
    )
  `.execute(trx);
}

import { type Kysely, sql } from 'kysely';
import { MAX_BOOKMARKS } from '#contract/bookmarks.js';
import type { Mutation, MutationChangeBookmarksArgs, Query, BookmarkedJob } from '#contract/generated/resolvers.js';
import { jobPath } from '#contract/pages/paths.js';
import { type AddressColumns, addressOf } from '../../platform/database/address.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers, badUserInput } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';

/** Owner of bookmarks, who has separate ones on each site. */
interface BookmarkOwner {
  accountId: string;
  site: string;
}

interface BookmarkRow extends AddressColumns {
  id: number;
  title: string;
  language: string;
  organization: string;
  state: string;
  expires_at: Date | null;
  time_zone: string;
}

/** Draft, pending and scheduled jobs are not public. */
const VISIBLE = sql`job.state in ('published', 'archived')`;

/** @returns the latest first */
async function findBookmarks(database: Kysely<Database>, { accountId, site }: BookmarkOwner): Promise<BookmarkedJob[]> {
  const { rows } = await sql<BookmarkRow>`
    select job.id, job.title, job.language, job.state, organization.name as organization, job.expires_at, job.time_zone,
      job.country_code, job.administrative_area, job.locality, job.zip, job.address_line1, job.address_line2, job.lat, job.lon
    from bookmark join job on job.id = bookmark.job_id join organization on organization.id = job.organization_id
    where bookmark.account_id = ${accountId}::uuid and job.site = ${site} and ${VISIBLE}
    order by bookmark.created_at desc, job.id desc limit ${MAX_BOOKMARKS}
  `.execute(database);
  return rows.map((row) => ({
    id: String(row.id),
    title: row.title,
    url: { path: jobPath(String(row.id), row.title) },
    language: row.language,
    organizationName: row.organization,
    address: addressOf(row),
    expiration: row.expires_at?.toISOString() ?? null,
    timeZone: row.time_zone,
    closed: row.state === 'archived',
  }));
}

/** The ids are those of jobs; those added come latest first. Jobs that cannot be bookmarked are skipped. */
async function changeBookmarks(
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

function bookmarkResolvers(database: Kysely<Database>) {
  return {
    Query: {
      bookmarkedJobs: allow<object, Query['bookmarkedJobs']>('user', (_args, { viewer, site }) =>
        findBookmarks(database, { accountId: viewer.accountId, site: site.name }),
      ),
    },
    Mutation: {
      changeBookmarks: allow<MutationChangeBookmarksArgs, Mutation['changeBookmarks']>(
        'user',
        async ({ add, remove }, { viewer, site, now }) => {
          const owner = { accountId: viewer.accountId, site: site.name };
          const change = { add: idsOf('add', add), remove: idsOf('remove', remove), now };
          await database.transaction().execute((trx) => changeBookmarks(trx, owner, change));
          return findBookmarks(database, owner);
        },
      ),
    },
  } satisfies RootResolvers;
}

/** Parses ids; malformed ones match no job. */
function idsOf(name: string, ids: readonly string[]): number[] {
  if (ids.length > MAX_BOOKMARKS) throw badUserInput(`"${name}" has more than ${MAX_BOOKMARKS} ids`);
  return [...new Set(ids)].flatMap((id) => parseId(id) ?? []);
}

/** Bookmarks of jobs. */
export function createBookmarks({ database }: { database: Kysely<Database> }): BackendModule {
  return { resolvers: [bookmarkResolvers(database)] };
}

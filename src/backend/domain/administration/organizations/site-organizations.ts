import { type Kysely, sql } from 'kysely';
import type {
  QuerySiteOrganizationsArgs,
  SiteOrganization,
  SiteOrganizations,
  SiteOrganizationState,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';

interface Row {
  id: number;
  name: string;
  state: SiteOrganizationState;
  suspended_by_site: boolean;
  is_verified: boolean;
  is_trusted: boolean;
  merged_into: number | null;
  created_at: Date;
  website: string | null;
  jobs: number;
  published_jobs: number;
  members: { id: string; name: string; email: string; role: 'owner' | 'editor' }[];
}

const MAX_SEARCH_LENGTH = 100;

/** State of the organization `o` as administrators see it. */
export const ORGANIZATION_STATE = sql<string>`case when o.suspended_from is not null then 'suspended' else o.state end`;

const COLUMNS = sql`
  o.id, o.name, ${ORGANIZATION_STATE} as state, o.suspended_by_site, o.verified_at is not null as is_verified,
  o.trusted_at is not null as is_trusted, o.created_at, o.website, o.merged_into,
  (select count(*)::int from job where job.organization_id = o.id) as jobs,
  (select count(*)::int from job where job.organization_id = o.id and job.state = 'published') as published_jobs,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'email', a.email, 'role', m.role) order by a.name, a.id)
    from organization_member m join account a on a.id = m.account_id where m.organization_id = o.id
  ), '[]') as members
`;

/** @returns organizations of a site that have a name, sorted by name */
export async function listSiteOrganizations(
  database: Kysely<Database>,
  site: string,
  {
    search,
    state,
    limit,
    offset,
  }: Pick<QuerySiteOrganizationsArgs, 'search' | 'state'> & { limit: number; offset: number },
): Promise<SiteOrganizations> {
  const part = search?.trim().slice(0, MAX_SEARCH_LENGTH);
  const conditions = [sql`o.site = ${site} and o.state <> 'unnamed'`];
  if (part) conditions.push(sql`o.name ilike ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`);
  if (state) conditions.push(sql`${ORGANIZATION_STATE} = ${state}`);
  const where = sql.join(conditions, sql` and `);
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`
      select ${COLUMNS} from organization o where ${where} order by lower(o.name), o.id limit ${limit} offset ${offset}
    `.execute(database),
    sql<{ total: number }>`select count(*)::int as total from organization o where ${where}`.execute(database),
  ]);
  return { __typename: 'SiteOrganizations', organizations: rows.map(toOrganization), total: counted[0]?.total ?? 0 };
}

/** @returns the organization; null if the site has no such organization */
export async function findSiteOrganization(
  database: Kysely<Database>,
  site: string,
  id: number,
): Promise<SiteOrganization | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from organization o where o.site = ${site} and o.id = ${id} and o.state <> 'unnamed'
  `.execute(database);
  return rows[0] ? toOrganization(rows[0]) : null;
}

function toOrganization(row: Row): SiteOrganization {
  return {
    __typename: 'SiteOrganization',
    id: String(row.id),
    name: row.name,
    state: row.state,
    isSuspendedBySite: row.suspended_by_site,
    isVerified: row.is_verified,
    isTrusted: row.is_trusted,
    mergedInto: row.merged_into === null ? null : String(row.merged_into),
    created: row.created_at.toISOString(),
    website: row.website,
    jobs: row.jobs,
    publishedJobs: row.published_jobs,
    members: row.members.map((member) => ({ __typename: 'SiteOrganizationMember' as const, ...member })),
  };
}

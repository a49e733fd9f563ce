import { type Kysely, sql } from 'kysely';
import type { SiteOrganizationState, SiteUser } from '#contract/generated/resolvers.js';
import { isUuid } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import { ORGANIZATION_STATE } from '../organizations/site-organizations.js';
import { toListedUser, type UserRow } from './list-users.js';

interface Row extends UserRow {
  language: string;
  last_login: Date | null;
  block_reason: string | null;
  organizations: { id: string; name: string; state: SiteOrganizationState; role: 'owner' | 'editor' }[];
  applications: number;
}

/**
 * @param site limits organizations, jobs and applications; accounts exist on all sites
 * @returns the account with its organizations, jobs and applications on the site; null if there is no such account
 */
export async function findUser(database: Kysely<Database>, site: string, id: string): Promise<SiteUser | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<Row>`
    select a.id, a.name, a.email, a.roles, a.email_verified, a.created_at, a.blocked_at, a.language, l.last_at as last_login,
      case when a.blocked_at is not null then (
        select e.details->>'reason' from audit_event e
        where e.subject_id = a.id and e.action = 'account.blocked' order by e.id desc limit 1
      ) end as block_reason,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id::text, 'name', o.name, 'state', ${ORGANIZATION_STATE}, 'role', m.role)
          order by lower(o.name), o.id)
        from organization_member m join organization o on o.id = m.organization_id
        where m.account_id = a.id and o.site = ${site} and o.state <> 'unnamed'
      ), '[]') as organizations,
      (select count(*)::int from application p join job j on j.id = p.job_id
        where p.account_id = a.id and j.site = ${site}) as applications
    from account a left join account_login l on l.account_id = a.id where a.id = ${id}::uuid
  `.execute(database);
  const [row] = rows;
  if (!row) return null;
  return {
    __typename: 'SiteUser',
    account: toListedUser(row),
    language: row.language,
    lastLogin: row.last_login?.toISOString() ?? null,
    blockReason: row.block_reason,
    organizations: row.organizations.map((each) => ({ __typename: 'SiteUserOrganization' as const, ...each })),
    applications: row.applications,
  };
}

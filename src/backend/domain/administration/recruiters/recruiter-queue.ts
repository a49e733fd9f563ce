import { type Kysely, sql } from 'kysely';
import type { RecruiterApproval, RecruiterQueue, RoleName } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { ADMIN_ROLES } from '../../../platform/graphql/viewer.js';

const MAX_OF_DOMAIN = 5;

interface QueueQuestion {
  site: string;
  refused: boolean;
  limit: number;
  offset: number;
}

interface Row {
  id: string;
  name: string;
  email: string;
  domain: string;
  created_at: Date;
  state: 'asked' | 'refused' | null;
  message: string | null;
  version: number;
  organizations: { id: number; name: string; isPublic: boolean }[];
  sameDomain: {
    id: string;
    name: string;
    email: string;
    roles: RoleName[];
    isApproved: boolean;
    isBlocked: boolean;
  }[];
  sameDomainTotal: number;
}

/**
 * Recruiters with a verified address who are not approved: those who verified it on the site, and those who have an organization there.
 *
 * @param question.refused recruiters who were refused, instead of those who wait
 */
export async function recruiterQueue(
  database: Kysely<Database>,
  { site, refused, limit, offset }: QueueQuestion,
): Promise<RecruiterQueue> {
  const matching = sql`
    from account a left join recruiter_approval d on d.account_id = a.id
    where 'recruiter' = any(a.roles) and not a.roles && ${[...ADMIN_ROLES]}::text[]
      and a.email_verified is not null and a.approved_at is null and a.blocked_at is null
      and (coalesce(d.state, 'waiting') = 'refused') = ${refused}
      and (a.verified_site = ${site} or exists (
        select from organization_member m join organization o on o.id = m.organization_id
        where m.account_id = a.id and o.site = ${site}))
  `;
  const order = refused ? sql`d.decided_at desc, a.id` : sql`a.created_at, a.id`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`
      select a.id, a.name, a.email, split_part(a.email, '@', 2) as domain, a.created_at, d.state, d.message,
        coalesce(d.version, 0) as version,
        coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name, 'isPublic', o.state = 'public') order by o.id)
          from organization_member m join organization o on o.id = m.organization_id
          where m.account_id = a.id and o.site = ${site}), '[]') as organizations,
        coalesce((select json_agg(each) from (
          select s.id, s.name, s.email, s.roles, s.approved_at is not null as "isApproved", s.blocked_at is not null as "isBlocked"
          from account s where split_part(s.email, '@', 2) = split_part(a.email, '@', 2) and s.id <> a.id
          order by s.created_at, s.id limit ${MAX_OF_DOMAIN}
        ) each), '[]') as "sameDomain",
        (select count(*)::integer from account s
          where split_part(s.email, '@', 2) = split_part(a.email, '@', 2) and s.id <> a.id) as "sameDomainTotal"
      ${matching} order by ${order} limit ${limit} offset ${offset}
    `.execute(database),
    sql<{ total: number }>`select count(*)::integer as total ${matching}`.execute(database),
  ]);
  return {
    __typename: 'RecruiterQueue',
    total: counted[0]?.total ?? 0,
    recruiters: rows.map((row) => ({
      __typename: 'WaitingRecruiter',
      id: row.id,
      name: row.name,
      email: row.email,
      domain: row.domain,
      registered: row.created_at.toISOString(),
      organizations: row.organizations.map((each) => ({
        __typename: 'WaitingOrganization',
        ...each,
        id: String(each.id),
      })),
      sameDomain: row.sameDomain.map((each) => ({
        __typename: 'AccountOfDomain',
        ...each,
        roles: each.roles.map((targetId) => ({ __typename: 'UserRole', targetId })),
      })),
      sameDomainTotal: row.sameDomainTotal,
      approval: row.state && { __typename: 'RecruiterApproval', state: row.state, message: row.message },
      version: row.version,
    })),
  };
}

/** Returns the approval state of an account that is not approved: `waiting` until an administrator has decided. */
export async function approvalOf(database: Kysely<Database>, accountId: string): Promise<RecruiterApproval> {
  const found = await database
    .selectFrom('recruiter_approval')
    .select(['state', 'message'])
    .where('account_id', '=', accountId)
    .where('state', '!=', 'approved')
    .executeTakeFirst();
  return {
    __typename: 'RecruiterApproval',
    state: (found?.state as 'asked' | 'refused' | undefined) ?? 'waiting',
    message: found?.message ?? null,
  };
}

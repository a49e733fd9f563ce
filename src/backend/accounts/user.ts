import { sql, type Kysely } from 'kysely';
import type { RoleName, User, UserOrganization } from '../../contract/generated/resolvers.js';
import type { Database } from '../database/schema.js';
import type { Viewer } from './viewer.js';

interface Row {
  id: string;
  email: string;
  name: string;
  first_name: string | null;
  last_name: string | null;
  roles: RoleName[];
  email_verified: Date | null;
  approved_at: Date | null;
  organization_id: number | null;
  organization_name: string | null;
  owner_id: string | null;
}

/** The account of a viewer as the contract has it (specification point 3); null: it was deleted a moment ago. */
export async function loadUser(database: Kysely<Database>, viewer: Viewer): Promise<User | null> {
  const { rows } = await sql<Row>`
    select a.id, a.email, a.name, a.first_name, a.last_name, a.roles, a.email_verified, a.approved_at,
      o.id as organization_id, o.name as organization_name,
      (select m.account_id from organization_member m where m.organization_id = o.id and m.role = 'owner'
        order by m.account_id limit 1) as owner_id
    from account a
    left join lateral (
      select organization.id, organization.name from organization
      join organization_member member on member.organization_id = organization.id and member.account_id = a.id
      order by organization.id = a.active_organization desc nulls last, organization.id limit 1
    ) o on true
    where a.id = ${viewer.accountId}::uuid
  `.execute(database);
  return rows[0] ? toUser(rows[0], viewer) : null;
}

function toUser(row: Row, viewer: Viewer): User {
  const organization: UserOrganization | null =
    row.organization_id === null
      ? null
      : {
          __typename: 'UserOrganization',
          id: String(row.organization_id),
          name: row.organization_name!,
          ownerId: row.owner_id,
        };
  const isVerified = row.email_verified !== null;
  return {
    __typename: 'User',
    id: row.id,
    name: row.name,
    email: row.email,
    displayName: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    roles: row.roles.map((targetId) => ({ __typename: 'UserRole', targetId })),
    emailVerified: row.email_verified?.toISOString() ?? null,
    organization,
    activeOrganization: organization,
    isUserApprovedAndVerified: isVerified && (row.approved_at !== null || !row.roles.includes('recruiter')),
    isEligibleForJobApply: isVerified && row.roles.includes('applicant'),
    masqueraded: viewer.masqueraderId !== undefined,
  };
}

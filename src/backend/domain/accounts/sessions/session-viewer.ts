import { sql, type Kysely } from 'kysely';
import type { RoleName } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';
import { ADMIN_ROLES, type Membership, type Viewer } from '../../../platform/graphql/viewer.js';

interface Row {
  account_id: string;
  masquerader_id: string | null;
  expires_at: Date;
  email: string;
  name: string;
  first_name: string | null;
  last_name: string | null;
  roles: RoleName[];
  email_verified: Date | null;
  approved_at: Date | null;
  active_organization: number | null;
  memberships: (Membership & { id: number })[];
}

/**
 * Reads whom a session belongs to, in one statement. A session of an administrator who acts as somebody goes on only while the one is
 * an administrator and the other has no role of administration.
 *
 * @returns undefined: it has ended, or an account that it stands on is blocked.
 */
export async function findSessionViewer(
  database: Kysely<Database>,
  sessionId: string,
  now: Date,
): Promise<{ viewer: Viewer; expiresAt: number } | undefined> {
  const { rows } = await sql<Row>`
    select s.account_id, s.masquerader_id, s.expires_at, a.email, a.name, a.first_name, a.last_name, a.roles,
      a.email_verified, a.approved_at, a.active_organization,
      coalesce((select json_agg(json_build_object('id', o.id, 'role', m.role, 'name', o.name, 'site', o.site,
          'ownerId', (select owner.account_id from organization_member owner
            where owner.organization_id = o.id and owner.role = 'owner' order by owner.account_id limit 1)) order by o.id)
        from organization_member m join organization o on o.id = m.organization_id where m.account_id = a.id), '[]') as memberships
    from account_session s join account a on a.id = s.account_id left join account m on m.id = s.masquerader_id
    where s.id = ${sessionId}::uuid and s.expires_at > ${now} and a.blocked_at is null and (
      s.masquerader_id is null
      or (m.blocked_at is null and 'administrator' = any(m.roles) and not a.roles && ${ADMIN_ROLES}::text[])
    )
  `.execute(database);
  const row = rows[0];
  if (!row) return undefined;
  return {
    expiresAt: row.expires_at.getTime(),
    viewer: {
      accountId: row.account_id,
      sessionId,
      email: row.email,
      roles: row.roles,
      memberships: new Map(row.memberships.map(({ id, ...membership }) => [id, membership])),
      masqueraderId: row.masquerader_id ?? undefined,
      profile: {
        name: row.name,
        firstName: row.first_name,
        lastName: row.last_name,
        emailVerified: row.email_verified,
        approvedAt: row.approved_at,
        activeOrganization: row.active_organization,
      },
    },
  };
}

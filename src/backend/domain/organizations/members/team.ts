import { sql, type Kysely } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { MemberRole, TeamMember } from '#contract/generated/resolvers.js';
import type { Place } from '../../accounts/account-results.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { Viewer } from '../../../platform/graphql/request-context.js';
import type { Database } from '../../../platform/database/schema.js';

interface Change {
  organizationId: number;
  userId: string;
}

/** Members of an organization, owners first. */
export async function listTeam(
  database: Kysely<Database>,
  organizationId: number,
  { accountId }: Pick<Viewer, 'accountId'>,
): Promise<TeamMember[]> {
  const { rows } = await sql<{ id: string; name: string; email: string; role: MemberRole }>`
    select a.id, a.name, a.email, m.role from organization_member m join account a on a.id = m.account_id
    where m.organization_id = ${organizationId} order by m.role desc, a.name, a.id
  `.execute(database);
  return rows.map((row) => ({ ...row, __typename: 'TeamMember', isCaller: row.id === accountId }));
}

/** @returns a violation if there is no such member, or they are the last owner */
export async function setMemberRole(
  database: Kysely<Database>,
  { organizationId, userId, role }: Change & { role: MemberRole },
  { accountId }: Pick<Viewer, 'accountId'>,
  { site, now }: Place,
): Promise<AccountViolation[]> {
  return changeMember(database, { organizationId, userId }, role === 'editor', async (trx) => {
    await trx
      .updateTable('organization_member')
      .set({ role })
      .where('organization_id', '=', organizationId)
      .where('account_id', '=', userId)
      .execute();
    const details = { organization: String(organizationId), role };
    const entry = { action: 'organization.role', actorId: accountId, subjectId: userId, site, details } as const;
    await writeAudit(trx, entry, now);
  });
}

/** Removes a member. Their access ends in every process before the response: sessions are updated by the change feed. */
export async function removeMember(
  database: Kysely<Database>,
  { organizationId, userId }: Change,
  { accountId }: Pick<Viewer, 'accountId'>,
  { site, now }: Place,
): Promise<AccountViolation[]> {
  return changeMember(database, { organizationId, userId }, true, async (trx) => {
    await trx
      .deleteFrom('organization_member')
      .where('organization_id', '=', organizationId)
      .where('account_id', '=', userId)
      .execute();
    const details = { organization: String(organizationId) };
    const entry = { action: 'organization.left', actorId: accountId, subjectId: userId, site, details } as const;
    await writeAudit(trx, entry, now);
  });
}

/** @param loses whether an owner would lose that role */
async function changeMember(
  database: Kysely<Database>,
  { organizationId, userId }: Change,
  loses: boolean,
  change: (trx: Kysely<Database>) => Promise<void>,
): Promise<AccountViolation[]> {
  return database.transaction().execute(async (trx): Promise<AccountViolation[]> => {
    // The lock serializes owners who remove each other concurrently.
    const { rows } = await sql<{ account_id: string; role: MemberRole }>`
      select account_id, role from organization_member where organization_id = ${organizationId} order by account_id for update
    `.execute(trx);
    const member = rows.find(({ account_id }) => account_id === userId);
    if (!member) return [{ rule: 'unknownUser' }];
    const owners = rows.filter(({ role }) => role === 'owner');
    if (loses && member.role === 'owner' && owners.length === 1) return [{ rule: 'lastOwner' }];
    await change(trx);
    return [];
  });
}

import { type Kysely, sql } from 'kysely';
import { checkName, type AccountViolation } from '#contract/accounts/account-rules.js';
import type {
  Mutation,
  MutationCreateOrganizationArgs,
  MutationMakeOwnerArgs,
  MutationSetActiveOrganizationArgs,
  Query,
  OrganizationMember,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers, refused } from '../../platform/graphql/allow.js';
import type { Viewer } from '../../platform/graphql/request-context.js';
import { withoutBidiControls } from '#shared/text/typed-lines.js';
import { writeAudit } from '../audit/audit-log.js';
import { accountResult, placeOf, type Place } from './account-results.js';
import { createPendingOrganization } from './registration/registration.js';

/** Resolvers for the members of organizations, and for their choice of the organization that they act for. */
export function membershipResolvers(database: Kysely<Database>) {
  return {
    Query: {
      ownMembers: allow<object, Query['ownMembers']>('self', (_args, { viewer }) => listOwnMembers(database, viewer)),
    },
    Mutation: {
      createOrganization: allow<MutationCreateOrganizationArgs, Mutation['createOrganization']>(
        'recruiter',
        async ({ name }, context) =>
          accountResult(await createOrganization(database, name, context.viewer, placeOf(context)), context),
      ),
      setActiveOrganization: allow<MutationSetActiveOrganizationArgs, Mutation['setActiveOrganization']>(
        'recruiter',
        async ({ organizationId }, context) => {
          const { memberships, accountId } = context.viewer;
          const id = parseId(organizationId);
          if (id === undefined || memberships.get(id)?.site !== context.site.name)
            throw refused('setActiveOrganization', 'forbidden');
          await database.updateTable('account').set({ active_organization: id }).where('id', '=', accountId).execute();
          return accountResult([], context);
        },
      ),
      makeOwner: allow<MutationMakeOwnerArgs, Mutation['makeOwner']>('self', async (args, context) => {
        const { viewer } = context;
        const organizationId = parseId(args.organizationId);
        if (organizationId === undefined || viewer.memberships.get(organizationId)?.role !== 'owner')
          throw refused('makeOwner', 'forbidden');
        const wanted = { organizationId, userId: args.userId };
        return accountResult(await makeOwner(database, wanted, viewer, placeOf(context)), context);
      }),
    },
  } satisfies RootResolvers;
}

/** Lists all members, including the viewer, of the organizations that the viewer owns, on any site. */
async function listOwnMembers(
  database: Kysely<Database>,
  { accountId }: Pick<Viewer, 'accountId'>,
): Promise<OrganizationMember[]> {
  const { rows } = await sql<{ organization_id: number; organization: string; role: string } & Person>`
    select o.id as organization_id, o.name as organization, a.id, a.name, a.email, m.role
    from organization_member own join organization o on o.id = own.organization_id
      join organization_member m on m.organization_id = o.id join account a on a.id = m.account_id
    where own.account_id = ${accountId}::uuid and own.role = 'owner'
    order by o.name, o.id, a.name, a.id
  `.execute(database);
  return rows.map(({ organization_id, organization, role, ...person }) => ({
    ...person,
    organizationId: String(organization_id),
    organizationName: organization,
    isOwner: role === 'owner',
  }));
}

interface Person {
  id: string;
  name: string;
  email: string;
}

/** Makes a member an additional owner. @returns a violation if there is no such member */
async function makeOwner(
  database: Kysely<Database>,
  { organizationId, userId }: { organizationId: number; userId: string },
  { accountId }: Pick<Viewer, 'accountId'>,
  { site, now }: Place,
): Promise<AccountViolation[]> {
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ role: string }>`
      select role from organization_member where organization_id = ${organizationId} and account_id::text = ${userId} for update
    `.execute(trx);
    if (!rows[0]) return [{ field: 'newOwner', rule: 'unknownUser' }];
    if (rows[0].role === 'owner') return [];
    await trx
      .updateTable('organization_member')
      .set({ role: 'owner' })
      .where('organization_id', '=', organizationId)
      .where('account_id', '=', userId)
      .execute();
    const details = { organization: String(organizationId) };
    const entry = { action: 'organization.owner', actorId: accountId, subjectId: userId, site, details } as const;
    await writeAudit(trx, entry, now);
    return [];
  });
}

/** Creates an organization for a recruiter who has none on this site: a login with a third-party provider did not ask for its name. */
async function createOrganization(
  database: Kysely<Database>,
  typed: string,
  { accountId, masqueraderId }: Pick<Viewer, 'accountId' | 'masqueraderId'>,
  { site, language, now }: Place,
): Promise<AccountViolation[]> {
  const field = 'organizationName';
  const name = withoutBidiControls(typed).trim();
  if (name === '') return [{ field, rule: 'required' }];
  const violations = checkName(name, field);
  if (violations.length > 0) return violations;
  return database.transaction().execute(async (trx) => {
    // The lock prevents two concurrent requests from creating two organizations.
    await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
    const { rows } = await sql`
      select from organization_member m join organization o on o.id = m.organization_id
      where m.account_id = ${accountId}::uuid and o.site = ${site}
    `.execute(trx);
    if (rows.length > 0) return [{ field, rule: 'hasOrganization' }];
    const id = await createPendingOrganization(trx, { site, language, name, ownerId: accountId });
    const details = { organization: String(id) };
    const by = { actorId: accountId, masqueraderId };
    await writeAudit(trx, { action: 'organization.created', ...by, subjectId: accountId, site, details }, now);
    return [];
  });
}

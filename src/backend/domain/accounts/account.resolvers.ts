import { type Kysely, sql } from 'kysely';
import type {
  Mutation,
  MutationChangeEmailArgs,
  MutationChangePasswordArgs,
  MutationConfirmEmailChangeArgs,
  MutationSetActiveOrganizationArgs,
  Query,
  User,
  UserOrganization,
} from '#contract/generated/resolvers.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { checkEmail, normalizeEmail, type AccountViolation } from '#contract/accounts/account-rules.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers, refused } from '../../platform/graphql/allow.js';
import { activeOrganizationOf, isApproved, type Viewer } from '../../platform/graphql/request-context.js';
import { putMail } from '../../platform/mail/outbox.js';
import { writeAudit } from '../audit/audit-log.js';
import { exportAccount } from './account-export.js';
import { accountResult, placeOf, type Place } from './account-results.js';
import type { PasswordQueue } from './slow-work.js';
import type { Passwords } from './passwords/passwords.js';
import type { Sessions } from './sessions/sessions.js';
import { accountLinks } from './account-links.js';
import { checkCurrentPassword } from './passwords/password-hash.js';

/** Queries and mutations for the viewer's own account. */
export function accountResolvers(parts: {
  database: Kysely<Database>;
  sessions: Sessions;
  passwords: Passwords;
  turns: PasswordQueue;
}) {
  const { database, sessions, passwords, turns } = parts;

  return {
    Query: {
      getUser: allow<object, Query['getUser']>('anyone', (_args, { viewer, site }) =>
        viewer ? toUser(viewer, site) : null,
      ),
      exportMyData: allow<object, Query['exportMyData']>('self', (_args, { viewer, now }) =>
        exportAccount(database, { accountId: viewer.accountId, now }),
      ),
    },
    Mutation: {
      userLogoutEverywhere: allow<object, Mutation['userLogoutEverywhere']>('self', async (_args, { viewer }) => {
        await sessions.endAll(database, viewer.accountId);
        return true;
      }),
      changePassword: allow<MutationChangePasswordArgs, Mutation['changePassword']>(
        'self',
        ({ currentPassword, newPassword }, context) =>
          turns.take(context, async () =>
            accountResult(
              await passwords.change(context.viewer, currentPassword, newPassword, placeOf(context)),
              context,
            ),
          ),
      ),
      changeEmail: allow<MutationChangeEmailArgs, Mutation['changeEmail']>('self', (args, context) =>
        turns.take(context, async () =>
          accountResult(await requestEmailChange(database, context.viewer, args, placeOf(context)), context),
        ),
      ),
      confirmEmailChange: allow<MutationConfirmEmailChangeArgs, Mutation['confirmEmailChange']>(
        'anyone',
        async ({ token }, context) =>
          accountResult(await confirmEmailChange(database, token, placeOf(context)), context),
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
    },
  } satisfies RootResolvers;
}

/** Converts a viewer to the contract's `User` (specification point 3). */
export function toUser(viewer: Viewer, site: Pick<BackendSite, 'name' | 'recruiterApproval'>): User {
  const { profile, roles } = viewer;
  const isVerified = profile.emailVerified !== null;
  const organization = organizationOf(viewer, site.name);
  return {
    __typename: 'User',
    id: viewer.accountId,
    name: profile.name,
    email: viewer.email,
    displayName: profile.name,
    firstName: profile.firstName,
    lastName: profile.lastName,
    roles: roles.map((targetId) => ({ __typename: 'UserRole', targetId })),
    emailVerified: profile.emailVerified?.toISOString() ?? null,
    organization,
    activeOrganization: organization,
    organizations: organizationsOf(viewer, site.name),
    isUserApprovedAndVerified: isVerified && (!roles.includes('recruiter') || isApproved(viewer, site)),
    isEligibleForJobApply: isVerified && roles.includes('applicant'),
    masqueraded: viewer.masqueraderId !== undefined,
  };
}

function organizationOf(viewer: Viewer, site: string): UserOrganization | null {
  const id = activeOrganizationOf(viewer, site);
  const membership = id === undefined ? undefined : viewer.memberships.get(id);
  return membership
    ? { __typename: 'UserOrganization', id: String(id), name: membership.name, ownerId: membership.ownerId }
    : null;
}

function organizationsOf({ memberships }: Viewer, site: string): UserOrganization[] {
  return [...memberships].flatMap(([id, membership]) =>
    membership.site === site
      ? [{ __typename: 'UserOrganization', id: String(id), name: membership.name, ownerId: membership.ownerId }]
      : [],
  );
}

/** Sends a link to the new address unless another account has it; the result does not reveal which. */
async function requestEmailChange(
  database: Kysely<Database>,
  viewer: Viewer,
  { currentPassword, email: typed }: { currentPassword: string; email: string },
  { site, language, now }: Place,
): Promise<AccountViolation[]> {
  const { accountId } = viewer;
  const email = normalizeEmail(typed);
  const violations = [...checkEmail(email), ...(await checkCurrentPassword(database, accountId, currentPassword))];
  if (violations.length > 0) return violations;
  await database.transaction().execute(async (trx) => {
    const token = await accountLinks.make(trx, { accountId, purpose: 'change-email', details: { email }, now });
    const isTaken = await trx
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .where('email_verified', 'is not', null)
      .executeTakeFirst();
    if (isTaken) return;
    const path = `/user/confirm-email?token=${token}`;
    await putMail(trx, { site, language, template: 'change-email', recipient: email, details: { path } }, now);
  });
  return [];
}

/**
 * Sets the address of the link as the address of the account and notifies the old address. An account that was registered with the new
 * address meanwhile but never verified is removed.
 */
async function confirmEmailChange(
  database: Kysely<Database>,
  token: string,
  { site, language, now }: Place,
): Promise<AccountViolation[]> {
  return database.transaction().execute(async (trx) => {
    const link = await accountLinks.take(trx, { token, purpose: 'change-email', now });
    const email = link?.details.email;
    const broken: AccountViolation[] = [{ rule: 'link' }];
    if (!link || email === undefined) return broken;
    const { accountId } = link;
    await trx
      .deleteFrom('account')
      .where('email', '=', email)
      .where('email_verified', 'is', null)
      .where('id', '!=', accountId)
      .execute();
    const { rows } = await sql<{ old: string }>`
      update account set email = ${email}, email_verified = ${now} from account before
      where account.id = ${accountId}::uuid and before.id = account.id and account.blocked_at is null
        and not exists (select from account other where other.email = ${email} and other.id <> account.id)
      returning before.email as old
    `.execute(trx);
    if (!rows[0]) return broken;
    // Links that were sent to the old address must no longer give access to the account.
    await accountLinks.voidAll(trx, accountId);
    const details = { newEmail: email };
    const mail = { site, language, template: 'email-changed', recipient: rows[0].old, details } as const;
    await putMail(trx, mail, now);
    await writeAudit(trx, { action: 'account.email-changed', actorId: accountId, subjectId: accountId, site }, now);
    return [];
  });
}

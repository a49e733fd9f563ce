import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { EMPLOYER_ROLES } from '#contract/accounts/account-roles.js';
import { type AccountViolation, checkEmail, normalizeEmail } from '#contract/accounts/account-rules.js';
import type { Invitation, MemberRole, PendingInvitation } from '#contract/generated/resolvers.js';
import { invitationPath } from '#contract/pages/paths.js';
import type { Place } from '../../accounts/account-results.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { Viewer } from '../../../platform/graphql/request-context.js';
import type { Database } from '../../../platform/database/schema.js';
import { INVITATION_DAYS } from '#contract/accounts/account-links.js';
import { putMail } from '../../../platform/mail/outbox.js';
import { ACTIVE_OWNERS } from '../suspension.js';

const DAY_MS = 86_400_000;
const TOKEN_BYTES = 32;
/** Maximum number of pending invitations of one organization. */
const MAX_WAITING = 50;

/** Whether memberships of the account `a` have an effect. */
const WORKING = sql<boolean>`a.roles && ${[...EMPLOYER_ROLES]}::text[]`;

/**
 * Condition on an invitation `i` to an organization `o`: it has not expired, and the person who sent it still owns the organization, works
 * for it, and may log in. Otherwise somebody who was removed could come back by a link that they had sent to themselves.
 */
const isValid = (now: Date) => sql<boolean>`(
  i.expires_at > ${now} and exists (${ACTIVE_OWNERS} and owner.account_id = i.invited_by and ${WORKING})
)`;

/**
 * Invites a person to an organization by mail, in the language that a person with an account has chosen for mails. An earlier link is
 * invalidated.
 */
export async function invite(
  database: Kysely<Database>,
  { organizationId, email: typed, role }: { organizationId: number; email: string; role: MemberRole },
  viewer: Pick<Viewer, 'accountId' | 'profile'>,
  { site, language: ofInviter, now }: Place,
): Promise<AccountViolation[]> {
  const email = normalizeEmail(typed);
  const violations = checkEmail(email);
  if (violations.length > 0) return violations;
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string; isMember: boolean; waiting: number; language: string }>`
      select o.name, coalesce((
        select language from account where email = ${email} and email_verified is not null
      ), ${ofInviter}) as language, exists (
        select from organization_member m join account a on a.id = m.account_id where m.organization_id = o.id and a.email = ${email}
      ) as "isMember", (
        select count(*)::int from organization_invitation i
        where i.organization_id = o.id and i.email <> ${email} and ${isValid(now)}
      ) as waiting
      from organization o where o.id = ${organizationId} and o.state <> 'closed' for update
    `.execute(trx);
    const organization = rows[0];
    if (!organization) return [{ rule: 'link' }];
    if (organization.isMember) return [{ field: 'email', rule: 'isMember' }];
    if (organization.waiting >= MAX_WAITING) return [{ field: 'email', rule: 'tooMany' }];
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expires = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
    const made = { role, digest: digestOf(token), invited_by: viewer.accountId, created_at: now, expires_at: expires };
    await trx
      .insertInto('organization_invitation')
      .values({ organization_id: organizationId, email, ...made })
      .onConflict((conflict) => conflict.columns(['organization_id', 'email']).doUpdateSet(made))
      .execute();
    const details = { path: invitationPath(token), organization: organization.name, name: viewer.profile.name };
    const { language } = organization;
    await putMail(trx, { site, language, template: 'organization-invitation', recipient: email, details }, now);
    const about = { organization: String(organizationId), role };
    await writeAudit(trx, { action: 'organization.invited', actorId: viewer.accountId, site, details: about }, now);
    return [];
  });
}

/** @returns false if there is no such invitation */
export async function cancelInvitation(
  database: Kysely<Database>,
  { organizationId, id }: { organizationId: number; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('organization_invitation')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id::text = ${id}`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Invitations that can still be accepted. */
export async function listWaiting(
  database: Kysely<Database>,
  organizationId: number,
  now: Date,
): Promise<PendingInvitation[]> {
  const { rows } = await sql<Omit<PendingInvitation, 'expires'> & { expires_at: Date }>`
    select i.id, i.email, i.role, i.expires_at from organization_invitation i join organization o on o.id = i.organization_id
    where o.id = ${organizationId} and ${isValid(now)} order by i.email
  `.execute(database);
  return rows.map(({ expires_at, ...invitation }) => ({ ...invitation, expires: expires_at.toISOString() }));
}

type Asking = Pick<Viewer, 'email' | 'profile'> | null;

/** @returns undefined if no valid invitation has the token */
export async function findInvitation(
  database: Kysely<Database>,
  token: string,
  viewer: Asking,
  { site, now }: Pick<Place, 'site' | 'now'>,
): Promise<Invitation | undefined> {
  const [found] = await find(database, sql`i.digest = ${digestOf(token)}`, viewer, { site, now });
  return found;
}

/** Invitations to the verified address of an account. */
export async function listOwnInvitations(
  database: Kysely<Database>,
  viewer: Pick<Viewer, 'email' | 'profile'>,
  { site, now }: Pick<Place, 'site' | 'now'>,
): Promise<Invitation[]> {
  return viewer.profile.emailVerified === null
    ? []
    : find(database, sql`i.email = ${viewer.email}`, viewer, { site, now });
}

async function find(
  database: Kysely<Database>,
  which: ReturnType<typeof sql>,
  viewer: Asking,
  { site, now }: Pick<Place, 'site' | 'now'>,
): Promise<Invitation[]> {
  const { rows } = await sql<Omit<Invitation, 'isForCaller'>>`
    select i.id, o.name as "organizationName", i.role, i.email
    from organization_invitation i join organization o on o.id = i.organization_id
    where ${which} and o.site = ${site} and o.state <> 'closed' and ${isValid(now)} order by o.name, i.id
  `.execute(database);
  return rows.map((row) => ({
    ...row,
    __typename: 'Invitation',
    isForCaller: viewer?.profile.emailVerified != null && viewer.email === row.email,
  }));
}

/**
 * Accepts an invitation to the account's own address: adds the account as a member, makes it a recruiter if it was none, and deletes the
 * invitation. An account that is a member without a role for it has lost the role to an administrator, and only an administrator gives it
 * back: an invitation would also bring back all other memberships.
 */
export async function acceptInvitation(
  database: Kysely<Database>,
  id: string,
  viewer: Viewer,
  { site, now }: Pick<Place, 'site' | 'now'>,
): Promise<AccountViolation[]> {
  const { accountId, email, profile } = viewer;
  if (profile.emailVerified === null) return [{ rule: 'link' }];
  return database.transaction().execute(async (trx) => {
    const { rows: accounts } = await sql<{ wasRemoved: boolean }>`
      select not ${WORKING} and exists (select from organization_member m where m.account_id = a.id) as "wasRemoved"
      from account a where a.id = ${accountId}::uuid for no key update
    `.execute(trx);
    if (accounts[0]?.wasRemoved) return [{ rule: 'recruiterRemoved' }];
    const { rows } = await sql<{ organization_id: number; role: MemberRole }>`
      delete from organization_invitation i using organization o
      where o.id = i.organization_id and o.site = ${site} and o.state <> 'closed'
        and i.id::text = ${id} and i.email = ${email} and ${isValid(now)}
      returning i.organization_id, i.role
    `.execute(trx);
    const taken = rows[0];
    if (!taken) return [{ rule: 'link' }];
    await trx
      .insertInto('organization_member')
      .values({ organization_id: taken.organization_id, account_id: accountId, role: taken.role })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await sql`
      update account set active_organization = ${taken.organization_id},
        roles = case when 'recruiter' = any(roles) then roles else array_append(roles, 'recruiter') end
      where id = ${accountId}::uuid
    `.execute(trx);
    const details = { organization: String(taken.organization_id), role: taken.role };
    const entry = { action: 'organization.joined', actorId: accountId, subjectId: accountId, site, details } as const;
    await writeAudit(trx, entry, now);
    return [];
  });
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

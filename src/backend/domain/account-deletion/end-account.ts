import { type Kysely, sql, type RawBuilder } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Mutation, MutationDeleteAccountArgs } from '#contract/generated/resolvers.js';
import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import { APPLICATIONS_PATH, LOGIN_PATH, OWN_APPLICATION_PATH } from '#contract/pages/paths.js';
import { UNUSED_NOTICE_DAYS, unitsAfter } from '#contract/retention/retention-periods.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import { registrationAttempts } from '../accounts/account-links.js';
import { cancelInterviewsOf } from '../applications/interviews/change-interview.js';
import { writeAudit } from '../audit/audit-log.js';
import { storeProofs } from '../consents/stored-consents.js';
import { closeContactsOfOrganizations, closeContactsOfResumes } from '../contact-requests/end-contact.js';
import { archiveJobsOf } from '../job-closing/close-applications.js';
import { lockOwnedOrganizations, suspendOrganizations } from '../organizations/suspension.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { Viewer } from '../../platform/graphql/request-context.js';
import { putMail } from '../../platform/mail/outbox.js';
import { accountResult, placeOf, type Place } from '../accounts/account-results.js';
import { hashPassword, checkCurrentPassword } from '../accounts/passwords/password-hash.js';
import type { PasswordQueue } from '../accounts/slow-work.js';
import {
  type Cutoff,
  type RetentionRule,
  hasExpired,
  isUnannounced,
  writeNotice,
} from '../../platform/retention/retention-rule.js';
import { LAST_USE } from '../accounts/sessions/sessions.js';

/** Deletes the viewer's own account after checking their password, and sends a goodbye mail. */
async function deleteAccount(
  { database, ...parts }: { database: Kysely<Database> } & ClosingParts,
  { accountId, email, profile }: Viewer,
  currentPassword: string,
  { site, language, now }: Place,
): Promise<AccountViolation[]> {
  const violations = await checkCurrentPassword(database, accountId, currentPassword);
  if (violations.length > 0) return violations;
  const account = { id: accountId, email, isConfirmed: profile.emailVerified !== null };
  // Hashing is slow, so it is done before rows are locked.
  const emailHash = await hashPassword(email);
  return database.transaction().execute(async (trx) => {
    const refused = await endAccount(trx, parts, { ...account, emailHash }, { site, now });
    if (refused.length > 0) return refused;
    const goodbye = { site, language, template: 'account-deleted', recipient: email, details: {} } as const;
    await putMail(trx, goodbye, now);
    return [];
  });
}

/** Resolvers for deleting one's own account. */
export function accountDeletionResolvers(
  parts: ClosingParts & {
    database: Kysely<Database>;
    turns: PasswordQueue;
  },
) {
  const { turns } = parts;
  return {
    Mutation: {
      deleteAccount: allow<MutationDeleteAccountArgs, Mutation['deleteAccount']>(
        'self',
        ({ currentPassword }, context) =>
          turns.take(context, async () =>
            accountResult(await deleteAccount(parts, context.viewer, currentPassword, placeOf(context)), context),
          ),
      ),
    },
  } satisfies RootResolvers;
}

/** Account that is about to be deleted. */
export interface EndingAccount {
  id: string;
  email: string;
  /** Whether the owner has proved that they receive mail at the address. */
  isConfirmed: boolean;
  /** Hash of the address (`hashPassword`), kept with the proof of consents. */
  emailHash: string;
}

/**
 * Deletes an account with all its data (GDPR, article 17); foreign keys cascade to sessions, links and memberships. Only the proof of
 * consents remains, which identifies nobody. An organization without other members who may log in is closed and its publications are
 * archived; one that was never public is deleted. If it has other members who may log in, one of them must already be an owner. If a
 * blocked owner is left, it is taken offline until that owner is unblocked. Employers are notified of interviews that do not take place.
 *
 * @returns why the account cannot be deleted; nothing has been changed in that case
 */
export async function endAccount(
  trx: Kysely<Database>,
  parts: ClosingParts,
  { id: accountId, email, isConfirmed, emailHash }: EndingAccount,
  { site, now }: Pick<Place, 'site' | 'now'>,
): Promise<AccountViolation[]> {
  if (await lockEnding(trx, accountId)) return [{ rule: 'lastAdministrator' }];
  await lockOwnedOrganizations(trx, accountId);
  const owned = await findSolelyOwned(trx, accountId);
  const needed = owned.filter(({ hasOthers }) => hasOthers);
  if (needed.length > 0) return [{ field: 'newOwner', rule: 'soleOwner', names: needed.map(({ name }) => name) }];
  const idsOf = (end: OwnedOrganization['end']) => owned.flatMap((each) => (each.end === end ? each.id : []));
  const [unseen, seen, offline] = [idsOf('delete'), idsOf('close'), idsOf('suspend')];
  await closeContactsOfResumes(trx, { accountId }, now);
  if (unseen.length > 0) await trx.deleteFrom('organization').where('id', 'in', unseen).execute();
  if (seen.length > 0) await close(trx, parts, seen, { site, now });
  await cancelInterviewsOf(trx, accountId, { sites: parts.sites, now });
  await sql`update audit_event set details = details - 'reason' where subject_id = ${accountId}::uuid`.execute(trx);
  await trx.deleteFrom('mail').where('recipient', '=', email).execute();
  await deleteMailsOfApplications(trx, accountId);
  await registrationAttempts.discard(trx, email);
  // These reports were made without logging in.
  await trx.updateTable('job_report').set({ email: null }).where('email', '=', email).execute();
  if (isConfirmed) await trx.deleteFrom('alert').where('email', '=', email).execute();
  await storeProofs(trx, accountId, { emailHash, now });
  await trx.deleteFrom('account').where('id', '=', accountId).execute();
  await suspendOrganizations(trx, parts.indexer, { which: sql`o.id = any(${offline}::bigint[])` }, now);
  await writeAudit(trx, { action: 'account.deleted', site }, now);
  return [];
}

/**
 * Deletes the mails about the applications of an account that are still queued for other addresses, which the person typed in them. Links
 * to the applications tell them apart from mails to other people who have the same address. Unsent mails to employers contain the name and
 * the letters of the person too, and an administrator could send those again that no server accepted; their links would lead nowhere.
 * Cancellations of interviews are still sent, without a link: otherwise, the host would wait for the person.
 */
async function deleteMailsOfApplications(trx: Kysely<Database>, accountId: string): Promise<void> {
  await sql`
    delete from mail using application
    where application.account_id = ${accountId}::uuid and mail.recipient = application.email
      and mail.details ->> 'path' = ${OWN_APPLICATION_PATH} || '/' || application.id
  `.execute(trx);
  await sql`
    update mail set details = mail.details - 'path' - 'reply' from application
    where application.account_id = ${accountId}::uuid and mail.template = 'interview-canceled'
      and mail.sent_at is null and mail.given_up_at is null
      and mail.details ->> 'path' = ${APPLICATIONS_PATH} || '/' || application.job_id || '/' || application.id
  `.execute(trx);
  await sql`
    delete from mail using application
    where application.account_id = ${accountId}::uuid and mail.sent_at is null
      and mail.details ->> 'path' = ${APPLICATIONS_PATH} || '/' || application.job_id || '/' || application.id
  `.execute(trx);
}

/** Dependencies that are needed to close an organization. */
export interface ClosingParts {
  indexer: SearchIndexer;
  /** Sites, whose texts are used in the messages to applicants and in calendar entries. */
  sites: readonly BackendSite[];
}

/**
 * Tables with what the members of an organization stored about it and themselves. Its orders and invoices stay, with their own copy of the
 * billing profile.
 */
const PRIVATE_PARTS = [
  ...['organization_details', 'organization_account', 'organization_draft', 'organization_review', 'billing_profile'],
  ...['answer_template', 'organization_invitation', 'organization_member'],
];

/** Closes organizations permanently, also suspended ones, which then cannot be restored. */
async function close(
  trx: Kysely<Database>,
  parts: ClosingParts,
  ids: readonly number[],
  { site, now }: Pick<Place, 'site' | 'now'>,
): Promise<void> {
  await archiveJobsOf(trx, parts, ids, now);
  await endSuspendedCharges(trx, ids);
  await closeContactsOfOrganizations(trx, ids, now);
  for (const table of PRIVATE_PARTS)
    await sql`delete from ${sql.table(table)} where organization_id = any(${ids}::bigint[])`.execute(trx);
  await trx
    .updateTable('organization')
    .set({ state: 'closed', featured: false, suspended_from: null, suspended_by_site: false })
    .where('id', 'in', ids)
    .execute();
  for (const id of ids)
    await writeAudit(trx, { action: 'organization.closed', site, details: { organization: String(id) } }, now);
}

/** Ends the charges and placements of jobs that are drafts only because their organization is suspended. */
async function endSuspendedCharges(trx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  for (const table of ['job_charge', 'job_placement'] as const)
    await sql`
      update ${sql.table(table)} c set ended_at = clock_timestamp() from job
      where job.id = c.job_id and job.organization_id = any(${ids}::bigint[]) and c.ended_at is null
    `.execute(trx);
}

interface OwnedOrganization {
  id: number;
  name: string;
  /** Whether the organization has other members who may log in. */
  hasOthers: boolean;
  /**
   * What happens to it if nobody who may log in is left: it is taken offline if a blocked person owns it too; deleted if nobody but its
   * members has ever seen it; and closed otherwise.
   */
  end: 'suspend' | 'delete' | 'close';
}

/** Members other than `m` of the organization of `m`, who may log in. */
const ACTIVE_OTHERS = sql`
  select from organization_member other join account a on a.id = other.account_id
  where other.organization_id = m.organization_id and other.account_id <> m.account_id and a.blocked_at is null
`;

/** @returns the organizations that nobody else who may log in owns */
async function findSolelyOwned(database: Kysely<Database>, accountId: string): Promise<OwnedOrganization[]> {
  const { rows } = await sql<OwnedOrganization>`
    select o.id, o.name, exists (${ACTIVE_OTHERS}) as "hasOthers", case
      when exists (
        select from organization_member other
        where other.organization_id = o.id and other.role = 'owner' and other.account_id <> m.account_id
      ) then 'suspend'
      when coalesce(o.suspended_from, o.state) = 'pending' and not exists (select from job where job.organization_id = o.id) then 'delete'
      else 'close' end as "end"
    from organization_member m join organization o on o.id = m.organization_id
    where m.account_id = ${accountId}::uuid and m.role = 'owner' and not exists (${ACTIVE_OTHERS} and other.role = 'owner')
    order by o.id for update of o
  `.execute(database);
  return rows;
}

/**
 * Locks the account, so that nothing is added to it until the transaction ends. If it is an administrator, all administrators who can log
 * in are locked before, in the same order by all transactions: two of them cannot end at the same time, and sessions can still begin.
 *
 * @returns whether the account is the last administrator who can log in
 */
async function lockEnding(trx: Kysely<Database>, accountId: string): Promise<boolean> {
  const isAdministrator = sql<boolean>`'administrator' = any(roles) and blocked_at is null`;
  const lockAdministrators = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from account where ${isAdministrator} order by id for no key update
    `.execute(trx);
    return rows.map(({ id }) => id);
  };
  const account = trx.selectFrom('account').select(isAdministrator.as('isAdministrator')).where('id', '=', accountId);
  const before = await account.executeTakeFirst();
  let administrators = before?.isAdministrator ? await lockAdministrators() : undefined;
  const locked = await account.forUpdate().executeTakeFirst();
  if (!locked?.isAdministrator) return false;
  // The account has become an administrator in the meantime.
  administrators ??= await lockAdministrators();
  return administrators.every((id) => id === accountId);
}

const OF_ACCOUNT = { kind: 'account', subject: sql`account.id`, since: LAST_USE } as const;
/** Accounts whose deletion was announced. */
const ANNOUNCED = sql`retention_notice n join account on account.id = n.subject_id`;

/**
 * Accounts that nobody uses. The following accounts are excluded, however long ago the last login was:
 *
 * - accounts of staff, which the operator of the site removes manually;
 * - blocked accounts: their owners could not log in to keep them, and deletion would let them register again;
 * - accounts with applications that are still kept: these would be deleted too, and the employer may have to keep them;
 * - members of an organization that has a subscription or a job that is online, scheduled or in review: somebody must be responsible for
 * it;
 * - the only owner who may log in of an organization with other members who may, until one of them becomes an owner.
 */
const isUnused = (cutoff: Cutoff): RawBuilder<unknown> => sql`
  account.email_verified is not null and account.blocked_at is null
    and account.created_at <= ${cutoff.latest} and ${LAST_USE} <= ${cutoff.of(undefined)}
    and not account.roles && ${[...ADMINISTRATION_ROLES]}::text[]
    and not exists (select from application where application.account_id = account.id)
    and not exists (
      select from organization_member m join job on job.organization_id = m.organization_id
      where m.account_id = account.id and job.state in ('published', 'scheduled', 'needs_review')
    )
    and not exists (
      select from organization_member m join subscription s on s.organization_id = m.organization_id
      where m.account_id = account.id and s.status = 'active'
    )
    and not exists (
      select from organization_member m where m.account_id = account.id and m.role = 'owner'
        and exists (${ACTIVE_OTHERS}) and not exists (${ACTIVE_OTHERS} and other.role = 'owner')
    )
`;

const mayBeDeleted = (cutoff: Cutoff): RawBuilder<unknown> =>
  sql`${isUnused(cutoff)} and ${hasExpired(OF_ACCOUNT, cutoff.now)}`;

/**
 * Retention rule for unused accounts and all their data. Their owners are notified by mail; no account is deleted before its mail was
 * sent. Logging in keeps the account.
 */
export function unusedAccountRetention(parts: ClosingParts): RetentionRule {
  const [first, ...others] = parts.sites.map(({ name }) => name);
  // No mail is sent for a site that is no longer served.
  const siteOf = sql<string>`case when account.verified_site = any(${others}::text[]) then account.verified_site else ${first ?? ''} end`;
  return {
    kind: 'unusedAccounts',
    // Each account has its own transaction: it needs a hash, which is slow to compute, and much may have to be locked for it.
    batch: 1,
    announcement: {
      days: UNUSED_NOTICE_DAYS,
      async find(database, ahead, limit, now) {
        const { rows } = await sql<{ id: string }>`
          select account.id from account where ${isUnused(ahead)} and ${isUnannounced(OF_ACCOUNT, now)} limit ${limit}
        `.execute(database);
        return rows.map(({ id }) => id);
      },
      async announce(trx, ahead, found, now) {
        const { rows } = await sql<{ id: string; site: string; language: string; email: string }>`
          select account.id, ${siteOf} as site, account.language, account.email from account
          where account.id = any(${found}::uuid[]) and ${isUnused(ahead)} and ${isUnannounced(OF_ACCOUNT, now)} for update skip locked
        `.execute(trx);
        const until = unitsAfter(now, UNUSED_NOTICE_DAYS, 'day');
        for (const { id, site, language, email: recipient } of rows) {
          const details = { path: LOGIN_PATH, until: until.toISOString() };
          const mailId = await putMail(trx, { site, language, template: 'account-unused', recipient, details }, now);
          await writeNotice(trx, { kind: 'account', subjectId: id, deletesAt: until, mailId }, now);
        }
        return rows.length;
      },
    },
    async findDue(database, cutoff, limit) {
      const { rows } = await sql<{ id: string }>`
        select account.id from ${ANNOUNCED} where ${mayBeDeleted(cutoff)} limit ${limit}
      `.execute(database);
      return rows.map(({ id }) => id);
    },
    async deleteDue(trx, cutoff, _limit, found) {
      const { now } = cutoff;
      const { rows } = await sql<{ id: string; site: string; email: string }>`
        select account.id, ${siteOf} as site, account.email from ${ANNOUNCED}
        where n.subject_id = any(${found}::uuid[]) and ${mayBeDeleted(cutoff)} for update of account skip locked
      `.execute(trx);
      let count = 0;
      for (const { id, site, email } of rows) {
        const account = { id, email, isConfirmed: true, emailHash: await hashPassword(email) };
        const refused = await endAccount(trx, parts, account, { site, now });
        if (refused.length === 0) count += 1;
      }
      return [{ site: null, count }];
    },
    async countDue(database, cutoff, _site, limit) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from (
          select from ${ANNOUNCED} where ${mayBeDeleted(cutoff)} limit ${limit}
        ) counted
      `.execute(database);
      return rows[0]!.count;
    },
  };
}

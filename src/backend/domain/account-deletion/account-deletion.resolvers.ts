import { type Kysely, sql } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Mutation, MutationDeleteAccountArgs } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { Viewer } from '../../platform/graphql/viewer.js';
import { putMail } from '../../platform/mail/outbox.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';
import type { Place } from '../accounts/account-place.js';
import { accountResult, placeOf } from '../accounts/account-results.js';
import { isLastAdministrator } from '../accounts/administrators.js';
import { checkCurrentPassword } from '../accounts/passwords/current-password.js';
import { hashPassword } from '../accounts/passwords/password-hash.js';
import type { PasswordQueue } from '../accounts/passwords/password-queue.js';
import { registrationAttempts } from '../accounts/registration/registration-attempts.js';
import { writeAudit } from '../audit/audit-log.js';
import { closeContactsOfOrganizations, closeContactsOfResumes } from '../contact-requests/close-contacts.js';
import { storeProofs } from '../consents/user-consents.js';
import { archiveJobsOf } from '../job-closing/close-applications.js';

/**
 * Deletes an account with all that belongs to it (GDPR, article 17): foreign keys take sessions, links and memberships along. What is
 * left is proof of consents, which names nobody. An
 * organization that has nobody else is closed and what it published archived; one that nobody has seen is deleted. Where others work
 * for it, one of them must have been made an owner before.
 */
async function deleteAccount(
  { database, ...parts }: { database: Kysely<Database> } & ClosingParts,
  viewer: Viewer,
  currentPassword: string,
  { site, language, now }: Place,
): Promise<AccountViolation[]> {
  const { accountId, email } = viewer;
  const violations = await checkCurrentPassword(database, accountId, currentPassword);
  if (violations.length > 0) return violations;
  // Takes long, so that it is made before rows are locked.
  const emailHash = await hashPassword(email);
  return database.transaction().execute(async (trx) => {
    if (await isLastAdministrator(trx, accountId)) return [{ rule: 'lastAdministrator' }];
    const owned = await findSolelyOwned(trx, accountId);
    const needed = owned.filter(({ hasOthers }) => hasOthers);
    if (needed.length > 0) return [{ field: 'newOwner', rule: 'soleOwner', names: needed.map(({ name }) => name) }];
    const [unseen, seen] = [true, false].map((is) =>
      owned.filter(({ isUnseen }) => isUnseen === is).map(({ id }) => id),
    );
    await closeContactsOfResumes(trx, { accountId }, now);
    if (unseen!.length > 0) await trx.deleteFrom('organization').where('id', 'in', unseen!).execute();
    if (seen!.length > 0) await close(trx, parts, seen!, { site, now });
    await sql`update audit_event set details = details - 'reason' where subject_id = ${accountId}::uuid`.execute(trx);
    await trx.deleteFrom('mail').where('recipient', '=', email).execute();
    await registrationAttempts.discard(trx, email);
    // Made without logging in.
    await trx.updateTable('job_report').set({ email: null }).where('email', '=', email).execute();
    if (viewer.profile.emailVerified) await trx.deleteFrom('alert').where('email', '=', email).execute();
    await storeProofs(trx, accountId, { emailHash, now });
    await trx.deleteFrom('account').where('id', '=', accountId).execute();
    await writeAudit(trx, { action: 'account.deleted', site }, now);
    const goodbye = { site, language, template: 'account-deleted', recipient: email, details: {} } as const;
    await putMail(trx, goodbye, now);
    return [];
  });
}

interface ClosingParts {
  indexer: SearchIndexer;
  /** Whose words applicants are told in. */
  sites: readonly BackendSite[];
}

async function close(
  trx: Kysely<Database>,
  parts: ClosingParts,
  ids: readonly number[],
  { site, now }: Pick<Place, 'site' | 'now'>,
): Promise<void> {
  await archiveJobsOf(trx, parts, ids, now);
  await closeContactsOfOrganizations(trx, ids);
  await trx.updateTable('organization').set({ state: 'closed', featured: false }).where('id', 'in', ids).execute();
  for (const id of ids)
    await writeAudit(trx, { action: 'organization.closed', site, details: { organization: String(id) } }, now);
}

interface OwnedOrganization {
  id: number;
  name: string;
  /** Nobody but its members has ever seen it. */
  isUnseen: boolean;
  /** Others work for it. */
  hasOthers: boolean;
}

async function findSolelyOwned(database: Kysely<Database>, accountId: string): Promise<OwnedOrganization[]> {
  const { rows } = await sql<OwnedOrganization>`
    select o.id, o.name, o.state = 'pending' and not exists (select from job where job.organization_id = o.id) as "isUnseen",
      exists (select from organization_member other where other.organization_id = o.id and other.account_id <> m.account_id)
      as "hasOthers"
    from organization_member m join organization o on o.id = m.organization_id
    where m.account_id = ${accountId}::uuid and m.role = 'owner' and not exists (
      select from organization_member other
      where other.organization_id = o.id and other.role = 'owner' and other.account_id <> m.account_id
    )
    order by o.id for update of o
  `.execute(database);
  return rows;
}

/** Deleting one's own account. */
export function accountDeletionResolvers(parts: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  sites: readonly BackendSite[];
  turns: PasswordQueue;
}) {
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

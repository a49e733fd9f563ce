import { type Kysely, sql } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';
import type { Place } from '../accounts/account-place.js';
import { isLastAdministrator } from '../accounts/administrators.js';
import { registrationAttempts } from '../accounts/registration/registration-attempts.js';
import { writeAudit } from '../audit/audit-log.js';
import { storeProofs } from '../consents/user-consents.js';
import { closeContactsOfOrganizations, closeContactsOfResumes } from '../contact-requests/close-contacts.js';
import { archiveJobsOf } from '../job-closing/close-applications.js';

/** An account that ends. */
export interface EndingAccount {
  id: string;
  email: string;
  /** Whether its owner has shown that they read mail at the address. */
  isConfirmed: boolean;
  /** Of the address, by `hashPassword`, for the proof of consents. */
  emailHash: string;
}

/**
 * Deletes an account with all that belongs to it (GDPR, article 17): foreign keys take sessions, links and memberships along. What is
 * left is proof of consents, which names nobody. An
 * organization that has nobody else is closed and what it published archived; one that nobody has seen is deleted. Where others work
 * for it, one of them must have been made an owner before.
 *
 * @returns why it cannot be deleted; nothing was done then
 */
export async function endAccount(
  trx: Kysely<Database>,
  parts: ClosingParts,
  { id: accountId, email, isConfirmed, emailHash }: EndingAccount,
  { site, now }: Pick<Place, 'site' | 'now'>,
): Promise<AccountViolation[]> {
  if (await isLastAdministrator(trx, accountId)) return [{ rule: 'lastAdministrator' }];
  const owned = await findSolelyOwned(trx, accountId);
  const needed = owned.filter(({ hasOthers }) => hasOthers);
  if (needed.length > 0) return [{ field: 'newOwner', rule: 'soleOwner', names: needed.map(({ name }) => name) }];
  const [unseen, seen] = [true, false].map((is) => owned.filter(({ isUnseen }) => isUnseen === is).map(({ id }) => id));
  await closeContactsOfResumes(trx, { accountId }, now);
  if (unseen!.length > 0) await trx.deleteFrom('organization').where('id', 'in', unseen!).execute();
  if (seen!.length > 0) await close(trx, parts, seen!, { site, now });
  await sql`update audit_event set details = details - 'reason' where subject_id = ${accountId}::uuid`.execute(trx);
  await trx.deleteFrom('mail').where('recipient', '=', email).execute();
  await registrationAttempts.discard(trx, email);
  // Made without logging in.
  await trx.updateTable('job_report').set({ email: null }).where('email', '=', email).execute();
  if (isConfirmed) await trx.deleteFrom('alert').where('email', '=', email).execute();
  await storeProofs(trx, accountId, { emailHash, now });
  await trx.deleteFrom('account').where('id', '=', accountId).execute();
  await writeAudit(trx, { action: 'account.deleted', site }, now);
  return [];
}

/** What the end of an organization needs. */
export interface ClosingParts {
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

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
 * consents remains, which identifies nobody. An organization without other members is closed and its publications are archived; one that
 * was never public is deleted. If the organization has other members, one of them must already be an owner.
 *
 * @returns why the account cannot be deleted; nothing has been changed in that case
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
  // These reports were made without logging in.
  await trx.updateTable('job_report').set({ email: null }).where('email', '=', email).execute();
  if (isConfirmed) await trx.deleteFrom('alert').where('email', '=', email).execute();
  await storeProofs(trx, accountId, { emailHash, now });
  await trx.deleteFrom('account').where('id', '=', accountId).execute();
  await writeAudit(trx, { action: 'account.deleted', site }, now);
  return [];
}

/** Dependencies that are needed to close an organization. */
export interface ClosingParts {
  indexer: SearchIndexer;
  /** Sites, whose texts are used in the messages to applicants. */
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
  /** Whether nobody but its members has ever seen the organization. */
  isUnseen: boolean;
  /** Whether the organization has other members. */
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

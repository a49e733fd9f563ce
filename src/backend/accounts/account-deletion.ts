import { sql, type Kysely } from 'kysely';
import type { AccountFault } from '../../contract/account-rules.js';
import type { Database } from '../database/schema.js';
import { putMail } from '../mail/outbox.js';
import type { Place } from './account-place.js';
import { isLastAdministrator } from './administrators.js';
import { writeAudit } from './audit-log.js';
import { checkCurrentPassword } from './current-password.js';
import type { Viewer } from './viewer.js';

/**
 * Deletes an account with all that belongs to it (GDPR, article 17): foreign keys take sessions, links and memberships along. An
 * organization that is not public and has nobody else goes as well; a public one must have been handed over before.
 */
export async function deleteAccount(
  database: Kysely<Database>,
  viewer: Viewer,
  currentPassword: string,
  { site, language, now }: Place,
): Promise<AccountFault[]> {
  const { accountId, email } = viewer;
  const faults = await checkCurrentPassword(database, accountId, currentPassword);
  if (faults.length > 0) return faults;
  return database.transaction().execute(async (trx) => {
    if (await isLastAdministrator(trx, accountId)) return [{ rule: 'lastAdministrator' }];
    const owned = await findSolelyOwned(trx, accountId);
    const kept = owned.filter(({ isGone }) => !isGone);
    if (kept.length > 0) return [{ rule: 'soleOwner', names: kept.map(({ name }) => name) }];
    const gone = owned.map(({ id }) => id);
    if (gone.length > 0) await trx.deleteFrom('organization').where('id', 'in', gone).execute();
    await sql`update audit_event set details = details - 'reason' where subject_id = ${accountId}::uuid`.execute(trx);
    await trx.deleteFrom('mail').where('recipient', '=', email).execute();
    await trx.deleteFrom('account').where('id', '=', accountId).execute();
    await writeAudit(trx, { action: 'account.deleted', site }, now);
    const goodbye = { site, language, template: 'account-deleted', recipient: email, details: {} } as const;
    await putMail(trx, goodbye, now);
    return [];
  });
}

async function findSolelyOwned(
  database: Kysely<Database>,
  accountId: string,
): Promise<{ id: number; name: string; isGone: boolean }[]> {
  const { rows } = await sql<{ id: number; name: string; isGone: boolean }>`
    select o.id, o.name, o.state = 'pending' and not exists (select from job where job.organization_id = o.id)
      and not exists (select from organization_member other where other.organization_id = o.id and other.account_id <> m.account_id)
      as "isGone"
    from organization_member m join organization o on o.id = m.organization_id
    where m.account_id = ${accountId}::uuid and m.role = 'owner' and not exists (
      select from organization_member other
      where other.organization_id = o.id and other.role = 'owner' and other.account_id <> m.account_id
    )
    order by o.id for update of o
  `.execute(database);
  return rows;
}

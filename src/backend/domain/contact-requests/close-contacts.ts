import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { mailOutcome } from './contact-mails.js';
import { lockContact, moveContact } from './end-contact.js';

/**
 * Called before a resume or a whole account is deleted: tells the organizations in contact that the person is gone, and releases what is
 * reserved for pending requests. The rows are deleted with the resume.
 */
export async function closeContactsOfResumes(
  trx: Kysely<Database>,
  of: { accountId: string; site?: string },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select c.id from resume_contact c join resume r on r.id = c.resume_id
    where r.account_id = ${of.accountId}::uuid and (${of.site ?? null}::text is null or r.site = ${of.site ?? null})
      and c.state in ('pending', 'approved')
    order by c.id for update of c
  `.execute(trx);
  for (const { id } of rows) {
    const contact = await lockContact(trx, { id });
    if (!contact) continue;
    const by = contact.state === 'pending' ? 'refuse' : 'revoke';
    if (await moveContact(trx, contact, { by, reason: 'deleted' })) await mailOutcome(trx, contact, 'gone', now);
  }
}

/** Ends all requests and contacts of organizations that are permanently closed. */
export async function closeContactsOfOrganizations(
  trx: Kysely<Database>,
  organizationIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from resume_contact where organization_id = any(${organizationIds}::bigint[]) and state in ('pending', 'approved')
    order by id for update
  `.execute(trx);
  for (const { id } of rows) {
    const contact = await lockContact(trx, { id });
    if (contact) await moveContact(trx, contact, { by: 'revoke' });
  }
}

import { sql, type Kysely } from 'kysely';
import { CONTACT_CREDITS_PATH, OWN_CONTACTS_PATH, resumePath } from '#contract/pages/paths.js';
import type { Database } from '../../platform/database/schema.js';
import { type ContactOutcome, putMail } from '../../platform/mail/outbox.js';
import type { LockedContact } from './end-contact.js';

interface Recipient {
  recipient: string;
  language: string;
}

/** Notifies the organization of the outcome of its request: the person who sent it, or the owners if that person is no longer a member. */
export async function mailOutcome(
  trx: Kysely<Database>,
  contact: LockedContact,
  outcome: ContactOutcome,
  now: Date,
): Promise<void> {
  const { site, title } = contact;
  const path = outcome === 'approved' ? resumePath(contact.resume_key) : CONTACT_CREDITS_PATH;
  const details = { path, outcome, ...(title === null ? {} : { title }) };
  for (const to of await recruitersOf(trx, contact))
    await putMail(trx, { site, ...to, template: 'contact-outcome', details }, now);
}

/** Tells an applicant that an organization has withdrawn its request, or ended the contact. */
export async function mailRevocation(trx: Kysely<Database>, contact: LockedContact, now: Date): Promise<void> {
  const { site, organization, applicant_email: recipient, applicant_language: language } = contact;
  const details = { path: OWN_CONTACTS_PATH, organization };
  await putMail(trx, { site, language, recipient, template: 'contact-revoked', details }, now);
}

/** Recipients of mails about a request on the organization's side. */
export async function recruitersOf(
  trx: Kysely<Database>,
  { requested_by: id, organization_id: organizationId }: Pick<LockedContact, 'requested_by' | 'organization_id'>,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    with member as (
      select a.id, a.email as recipient, a.language, m.role from organization_member m join account a on a.id = m.account_id
      where m.organization_id = ${organizationId} and a.blocked_at is null
    )
    select recipient, language from member
    where id = ${id}::uuid or (role = 'owner' and not exists (select from member where id = ${id}::uuid))
    order by recipient
  `.execute(trx);
  return rows;
}

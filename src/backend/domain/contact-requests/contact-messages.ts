import { sql, type Kysely } from 'kysely';
import { MAX_CONTACT_MESSAGES_A_DAY } from '#contract/contact-requests.js';
import { CONTACT_CREDITS_PATH, OWN_CONTACTS_PATH } from '#contract/pages/paths.js';
import { isUuid } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { putMail } from '../../platform/mail/outbox.js';
import { recruitersOf } from './contact-mails.js';
import { type ContactViolation, readMessage } from './contact-violations.js';
import { lockContact } from './end-contact.js';
import type { ContactPlace } from './request-contact.js';

/**
 * Relays a message between the sides of an approved contact by mail. Neither side learns the other's address: the mail links to a page of
 * the site with a form for the reply.
 *
 * @param place.organizations organizations of the viewer
 */
export async function writeToContact(
  database: Kysely<Database>,
  { id, message: typed }: { id: string; message: string },
  { site, accountId, now, organizations }: ContactPlace & { organizations: ReadonlySet<number> },
): Promise<ContactViolation[]> {
  const { text, violations } = readMessage(typed);
  if (violations.length > 0) return violations;
  return database.transaction().execute(async (trx) => {
    // The lock also serializes messages, so that they are counted correctly.
    const contact = isUuid(id) ? await lockContact(trx, { key: id }) : undefined;
    const fromApplicant = contact?.applicant_id === accountId;
    if (contact?.site !== site || (!fromApplicant && !organizations.has(contact.organization_id)))
      return [{ rule: 'unknown' }];
    if (contact.state !== 'approved' || contact.is_closed) return [{ rule: 'notApproved' }];
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from resume_contact_message
      where contact_id = ${contact.id} and from_applicant = ${fromApplicant} and sent_at > ${now}::timestamptz - interval '1 day'
    `.execute(trx);
    if (rows[0]!.n >= MAX_CONTACT_MESSAGES_A_DAY) return [{ rule: 'tooMany' }];
    await trx
      .insertInto('resume_contact_message')
      .values({
        contact_id: contact.id,
        account_id: accountId,
        from_applicant: fromApplicant,
        body: text,
        sent_at: now,
      })
      .execute();
    const { organization, title } = contact;
    if (fromApplicant) {
      const details = { path: CONTACT_CREDITS_PATH, from: title ?? '', body: text };
      for (const to of await recruitersOf(trx, contact))
        await putMail(trx, { site, ...to, template: 'contact-reply', details }, now);
    } else {
      const details = { path: OWN_CONTACTS_PATH, from: organization, body: text };
      const to = { language: contact.applicant_language, recipient: contact.applicant_email };
      await putMail(trx, { site, ...to, template: 'contact-written', details }, now);
    }
    return [];
  });
}

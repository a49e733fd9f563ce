import type { Kysely } from 'kysely';
import type { AuditAction } from '#contract/audit.js';
import type { ContactDecision } from '#contract/generated/resolvers.js';
import { isUuid, parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { writeAudit } from '../audit/audit-log.js';
import { lockContact, type LockedContact, moveContact, mailOutcome, mailRevocation } from './end-contact.js';
import type { ContactPlace, ContactViolation } from './request-contact.js';

const AUDIT_ACTION_OF: Readonly<Record<ContactDecision | 'revoke', AuditAction>> = {
  approve: 'contact.approved',
  refuse: 'contact.refused',
  block: 'contact.blocked',
  revoke: 'contact.revoked',
};

/**
 * Applies the decision of the owner of a resume: approves or refuses a pending request, or blocks the organization, which refuses its
 * pending request or ends its contact.
 */
export async function decideContact(
  database: Kysely<Database>,
  { id, decision }: { id: string; decision: ContactDecision },
  place: ContactPlace,
): Promise<ContactViolation[]> {
  return database.transaction().execute(async (trx) => {
    const contact = await findLocked(trx, id, place);
    if (contact?.applicant_id !== place.accountId) return [{ rule: 'unknown' }];
    if (decision === 'approve' && contact.is_closed) return [{ rule: 'over' }];
    // The organization would pay and see nothing.
    if (decision === 'approve' && !contact.is_findable) return [{ rule: 'hidden' }];
    if (decision === 'block')
      await trx
        .insertInto('resume_contact_block')
        .values({ account_id: place.accountId, organization_id: contact.organization_id, blocked_at: place.now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const by = decision === 'block' ? (contact.state === 'pending' ? 'refuse' : 'revoke') : decision;
    const to = await moveContact(trx, contact, { by, actor: { id: place.accountId, side: 'applicant' } });
    // Blocking is possible whatever the state of the request.
    if (to === undefined && decision !== 'block') return [{ rule: 'over' }];
    if (to !== undefined && to !== 'pending') await mailOutcome(trx, contact, to, place.now);
    if (to === 'lapsed' && decision !== 'block') return [{ rule: 'over' }];
    await audit(trx, contact, decision, place);
    return [];
  });
}

/**
 * Ends a contact, by either side; the organization can also withdraw a pending request. From the next page load on, nobody of the
 * organization sees the private fields.
 *
 * @param place.organizations organizations of the viewer
 */
export async function revokeContact(
  database: Kysely<Database>,
  id: string,
  place: ContactPlace & { organizations: ReadonlySet<number> },
): Promise<ContactViolation[]> {
  return database.transaction().execute(async (trx) => {
    const contact = await findLocked(trx, id, place);
    if (!contact) return [{ rule: 'unknown' }];
    const isApplicant = contact.applicant_id === place.accountId;
    if (!isApplicant && !place.organizations.has(contact.organization_id)) return [{ rule: 'unknown' }];
    // A pending request can be refused, but not revoked, by the applicant.
    if (isApplicant && contact.state === 'pending') return [{ rule: 'over' }];
    const side = isApplicant ? 'applicant' : 'recruiter';
    const to = await moveContact(trx, contact, { by: 'revoke', actor: { id: place.accountId, side } });
    if (to === 'lapsed') await mailOutcome(trx, contact, to, place.now);
    if (to !== 'revoked') return [{ rule: 'over' }];
    await audit(trx, contact, 'revoke', place);
    if (isApplicant) await mailOutcome(trx, contact, 'revoked', place.now);
    else await mailRevocation(trx, contact, place.now);
    return [];
  });
}

/** Lets an organization send requests again. */
export async function unblockOrganization(
  database: Kysely<Database>,
  organizationId: string,
  { accountId }: Pick<ContactPlace, 'accountId'>,
): Promise<ContactViolation[]> {
  const id = parseId(organizationId);
  if (id === undefined) return [{ rule: 'unknown' }];
  const { numDeletedRows } = await database
    .deleteFrom('resume_contact_block')
    .where('account_id', '=', accountId)
    .where('organization_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 0n ? [{ rule: 'unknown' }] : [];
}

async function findLocked(
  trx: Kysely<Database>,
  id: string,
  { site }: Pick<ContactPlace, 'site'>,
): Promise<LockedContact | undefined> {
  const contact = isUuid(id) ? await lockContact(trx, { key: id }) : undefined;
  return contact?.site === site ? contact : undefined;
}

async function audit(
  trx: Kysely<Database>,
  { organization_id, applicant_id }: LockedContact,
  decision: ContactDecision | 'revoke',
  { accountId, site, now }: ContactPlace,
): Promise<void> {
  const details = { organization: String(organization_id) };
  const entry = { action: AUDIT_ACTION_OF[decision], actorId: accountId, subjectId: applicant_id, site, details };
  await writeAudit(trx, entry, now);
}

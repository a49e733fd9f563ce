import { sql, type Kysely } from 'kysely';
import {
  CONTACT_LAPSE_DAYS,
  CONTACT_PAUSE_DAYS,
  MAX_CONTACT_MESSAGE_LENGTH,
  MAX_CONTACT_MESSAGES_A_DAY,
  MAX_ENDED_CONTACT_REQUESTS,
} from '#contract/contact-requests.js';
import type {
  ContactRequestInput,
  AccountError,
  AccountResult,
  ContactDecision,
} from '#contract/generated/resolvers.js';
import { OWN_CONTACTS_PATH } from '#contract/pages/paths.js';
import { severalLines } from '#shared/text/typed-lines.js';
import type { AuditAction } from '#contract/audit.js';
import { isUuid, parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { putMail } from '../../platform/mail/outbox.js';
import { writeAudit } from '../audit/audit-log.js';
import { contactOffer, reserveContact } from '../entitlements/contact-entitlement.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { ruleMessage } from '../../platform/texts/site-texts.js';
import { errorsOf } from '../accounts/account-results.js';
import {
  lapseContact,
  lockContact,
  type LockedContact,
  moveContact,
  mailOutcome,
  mailRevocation,
} from './end-contact.js';

const AUDIT_ACTION_OF: Readonly<Record<ContactDecision | 'revoke', AuditAction>> = {
  approve: 'contact.approved',
  refuse: 'contact.refused',
  block: 'contact.blocked',
  revoke: 'contact.revoked',
};

const VALUES: Readonly<Partial<Record<ContactRule, Record<string, number>>>> = {
  messageLong: { max: MAX_CONTACT_MESSAGE_LENGTH },
  over: { days: CONTACT_LAPSE_DAYS },
  tooMany: { max: MAX_CONTACT_MESSAGES_A_DAY },
  often: { max: MAX_ENDED_CONTACT_REQUESTS, days: CONTACT_PAUSE_DAYS },
};

const MAX_KEY_LENGTH = 60;

/** Actor of an operation, with place and time. */
export interface ContactPlace {
  site: string;
  accountId: string;
  now: Date;
}

/** A recruiter who sends a request for an organization. */
export interface Requester extends ContactPlace {
  organizationId: number;
  /** The administrator who acts as the recruiter. */
  masqueraderId?: string | undefined;
}

interface FoundResume {
  id: number;
  account_id: string;
  email: string;
  language: string;
  is_blocking: boolean;
  organization: string;
  recruiter: string;
}

/**
 * Requests contact with the owner of a resume: the request, its reservation and the mail are one transaction. A form that is sent twice,
 * with the same key, makes one request.
 */
export async function requestContact(
  database: Kysely<Database>,
  { resumeId, message: typed, key: typedKey }: ContactRequestInput,
  requester: Requester,
): Promise<ContactViolation[]> {
  const { site, accountId, masqueraderId, organizationId, now } = requester;
  const { text, violations } = readMessage(typed);
  if (violations.length > 0) return violations;
  const key = typedKey?.slice(0, MAX_KEY_LENGTH) || null;
  return database.transaction().execute(async (trx) => {
    const resume = isUuid(resumeId) ? await lockResume(trx, resumeId, requester) : undefined;
    if (!resume) return [{ rule: 'resume' }];
    if (resume.account_id === accountId) return [{ rule: 'own' }];
    if (resume.is_blocking) return [{ rule: 'blocked' }];
    await lapseOverdue(trx, resume.id, requester);
    const made = await insertRequest(trx, resume.id, { ...requester, message: text, key });
    if (made === undefined) return (await isRepeated(trx, resume.id, { ...requester, key })) ? [] : [{ rule: 'open' }];
    const isOften = await hasAskedOften(trx, resume.id, requester);
    const wanted = { site, organizationId, contactId: made.id, actorId: accountId };
    const reservation = isOften ? undefined : await reserveContact(trx, wanted);
    if (!reservation) {
      await trx.deleteFrom('resume_contact').where('id', '=', made.id).execute();
      if (isOften) return [{ rule: 'often' }];
      const { isOffered } = await contactOffer(trx, { site, organizationId });
      return [{ rule: isOffered ? 'insufficient' : 'notOffered' }];
    }
    await trx
      .updateTable('resume_contact')
      .set(
        reservation.kind === 'credit'
          ? { hold_id: reservation.holdId }
          : { subscription_id: reservation.subscriptionId },
      )
      .where('id', '=', made.id)
      .execute();
    const { email: recipient, language, organization, recruiter: name } = resume;
    const details = { path: OWN_CONTACTS_PATH, organization, name, body: text };
    await putMail(trx, { site, language, template: 'contact-request', recipient, details }, now);
    const audited = { organization: String(organizationId), resume: resumeId };
    const entry = { actorId: accountId, masqueraderId, subjectId: resume.account_id, site, details: audited };
    await writeAudit(trx, { action: 'contact.requested', ...entry }, now);
    return [];
  });
}

/** Locks a resume that recruiters can find, so that it is not deleted until the transaction ends; undefined if there is none. */
async function lockResume(
  trx: Kysely<Database>,
  key: string,
  { site, organizationId, accountId }: Requester,
): Promise<FoundResume | undefined> {
  const { rows } = await sql<FoundResume>`
    select r.id, r.account_id, a.email, a.language, o.name as organization,
      (select name from account where id = ${accountId}::uuid) as recruiter,
      exists (select from resume_contact_block b
        where b.account_id = r.account_id and b.organization_id = o.id) as is_blocking
    from resume r join account a on a.id = r.account_id join organization o on o.id = ${organizationId} and o.site = r.site
    where r.key = ${key}::uuid and r.site = ${site} and r.visible and a.blocked_at is null and o.state <> 'closed'
      and exists (select from directory_resume d where d.id = r.id)
    for key share of r
  `.execute(trx);
  return rows[0];
}

/** Ends an expired request, which must not block a new one; waits if the worker is just ending it. */
async function lapseOverdue(
  trx: Kysely<Database>,
  resumeId: number,
  { organizationId, now }: Pick<Requester, 'organizationId' | 'now'>,
): Promise<void> {
  const overdue = await trx
    .selectFrom('resume_contact')
    .select('id')
    .where('resume_id', '=', resumeId)
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'pending')
    .where('lapses_at', '<=', sql<Date>`clock_timestamp()`)
    .forUpdate()
    .execute();
  for (const { id } of overdue) await lapseContact(trx, id, now);
}

interface NewRequest extends Requester {
  message: string;
  key: string | null;
}

/** @returns undefined if the organization has an open request already; waits for concurrent requests */
async function insertRequest(
  trx: Kysely<Database>,
  resumeId: number,
  { site, organizationId, accountId, message, key }: NewRequest,
): Promise<{ id: number } | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into resume_contact (site, resume_id, organization_id, requested_by, request_key, message, lapses_at)
    values (${site}, ${resumeId}, ${organizationId}, ${accountId}::uuid, ${key}, ${message},
      clock_timestamp() + make_interval(days => ${CONTACT_LAPSE_DAYS}))
    on conflict (resume_id, organization_id) where state in ('pending', 'approved') do nothing
    returning id
  `.execute(trx);
  return rows[0];
}

/** Each request sends a mail, and one that ends costs nothing: otherwise an organization could send any number of mails to a person. */
async function hasAskedOften(
  trx: Kysely<Database>,
  resumeId: number,
  { organizationId }: Pick<Requester, 'organizationId'>,
): Promise<boolean> {
  const { rows } = await sql<{ ended: number }>`
    select count(*)::integer as ended from resume_contact
    where resume_id = ${resumeId} and organization_id = ${organizationId}
      and ended_at > clock_timestamp() - make_interval(days => ${CONTACT_PAUSE_DAYS})
  `.execute(trx);
  return rows[0]!.ended >= MAX_ENDED_CONTACT_REQUESTS;
}

async function isRepeated(
  trx: Kysely<Database>,
  resumeId: number,
  { organizationId, accountId, key }: Pick<NewRequest, 'organizationId' | 'accountId' | 'key'>,
): Promise<boolean> {
  if (key === null) return false;
  const found = await trx
    .selectFrom('resume_contact')
    .select('id')
    .where('resume_id', '=', resumeId)
    .where('organization_id', '=', organizationId)
    .where('requested_by', '=', accountId)
    .where('request_key', '=', key)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Reasons why a request, an answer or a message is refused; each has a message in `errors.contactRequest`.
 *
 * - `message`: the text is missing; `messageLong`: it is too long
 * - `resume`: there is no such resume, or it is hidden
 * - `hidden`: the owner cannot approve while the resume is hidden
 * - `own`: it is the requester's own resume
 * - `open`: the organization already has a request that is pending or approved
 * - `often`: too many requests of the organization to this person have ended in the last days
 * - `blocked`: the owner of the resume has blocked the organization
 * - `noOrganization`: the recruiter acts for no organization
 * - `notOffered`: the site sells no contacts, and the organization has none
 * - `insufficient`: the organization has neither a free slot nor a credit
 * - `unknown`: there is no such request, or it belongs to others
 * - `over`: the request has expired, or was decided before
 * - `notApproved`: messages are possible in approved contacts only
 * - `tooMany`: this side has sent too many messages today
 */
type ContactRule =
  | 'message'
  | 'messageLong'
  | 'resume'
  | 'hidden'
  | 'own'
  | 'open'
  | 'often'
  | 'blocked'
  | 'noOrganization'
  | 'notOffered'
  | 'insufficient'
  | 'unknown'
  | 'over'
  | 'notApproved'
  | 'tooMany';

export interface ContactViolation {
  field?: 'message';
  rule: ContactRule;
}

function contactErrors(
  violations: readonly ContactViolation[],
  context: Pick<RequestContext, 'site' | 'locale'>,
): AccountError[] {
  return errorsOf(violations, context, ({ rule }, { t }) =>
    ruleMessage(t, `errors.contactRequest.${rule}`, VALUES[rule]),
  );
}

export function contactResult(violations: readonly ContactViolation[], context: RequestContext): AccountResult {
  return { __typename: 'AccountResult', errors: contactErrors(violations, context) };
}

/** @returns the input as plain text; markup in it is treated as text */
export function readMessage(typed: string): { text: string; violations: ContactViolation[] } {
  const text = severalLines(typed);
  if (text === '') return { text, violations: [{ field: 'message', rule: 'message' }] };
  const isLong = text.length > MAX_CONTACT_MESSAGE_LENGTH;
  return { text, violations: isLong ? [{ field: 'message', rule: 'messageLong' }] : [] };
}

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

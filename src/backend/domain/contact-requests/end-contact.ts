import { sql, type Kysely } from 'kysely';
import { CONTACT_CREDITS_PATH, OWN_CONTACTS_PATH, resumePath } from '#contract/pages/paths.js';
import { EMPLOYER_ROLES } from '#contract/accounts/account-roles.js';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { ContactSide, ContactState } from '../../platform/database/tables/resume-tables.js';
import { confirmContact, type ContactReservation, releaseContact } from '../entitlements/contact-entitlement.js';
import { type ContactOutcome, putMail } from '../../platform/mail/outbox.js';
import { type BackgroundTask, repeat } from '../../platform/background-jobs/recurring-work.js';
import { type ContactEvent, transitionOf } from './contact-states.js';

const EVERY_MS = 60_000;

/** Maximum number of requests in a transaction. */
const BATCH = 50;

/** A request with the columns that a decision needs, locked until the transaction ends. */
export interface LockedContact {
  id: number;
  key: string;
  site: string;
  state: ContactState;
  /** Whether the request has expired by the clock of the database. */
  is_over: boolean;
  hold_id: string | null;
  subscription_id: number | null;
  requested_by: string | null;
  organization_id: number;
  organization: string;
  is_closed: boolean;
  resume_key: string;
  title: string | null;
  /** Whether recruiters can find the resume: it is not hidden. */
  is_findable: boolean;
  applicant_id: string;
  applicant_email: string;
  applicant_language: string;
}

/** @param by the request's id in the contract, or the id of its row */
export async function lockContact(
  trx: Kysely<Database>,
  by: { key: string } | { id: number },
): Promise<LockedContact | undefined> {
  const condition = 'key' in by ? sql`c.key = ${by.key}::uuid` : sql`c.id = ${by.id}`;
  // The row is locked first, so that what is read next stays true until the transaction ends.
  const { rows: locked } = await sql<{ id: number }>`
    select c.id from resume_contact c where ${condition} for update
  `.execute(trx);
  if (!locked[0]) return undefined;
  const { rows } = await sql<LockedContact>`
    select c.id, c.key, c.site, c.state, c.lapses_at <= clock_timestamp() as is_over, c.hold_id::text, c.subscription_id,
      c.requested_by, c.organization_id, o.name as organization, o.state = 'closed' as is_closed, r.key as resume_key, r.title,
      exists (select from directory_resume d where d.id = r.id) as is_findable,
      r.account_id as applicant_id, a.email as applicant_email, a.language as applicant_language
    from resume_contact c join organization o on o.id = c.organization_id join resume r on r.id = c.resume_id
      join account a on a.id = r.account_id
    where c.id = ${locked[0].id}
  `.execute(trx);
  return rows[0];
}

interface Ending {
  by: ContactEvent;
  /** Omitted if the request expires. */
  actor?: { id: string; side: ContactSide };
  /** Reason of the refund in the statement, if it is not the new state. */
  reason?: 'deleted';
}

/**
 * Moves a locked request to its next state, and settles what it holds.
 *
 * @returns the new state, which is `lapsed` if the event comes too late; undefined if the event is not possible in the current state
 */
export async function moveContact(
  trx: Kysely<Database>,
  contact: LockedContact,
  { by, actor, reason }: Ending,
): Promise<ContactState | undefined> {
  const isLate = contact.state === 'pending' && contact.is_over;
  const next = transitionOf(contact.state, isLate ? 'time' : by);
  if (!next) return undefined;
  const settled = { contactId: contact.id, ...(actor && !isLate ? { actorId: actor.id } : {}) };
  const reservation = reservationOf(contact);
  let to = next.to;
  if (reservation && next.settlement === 'confirmed' && !(await confirmContact(trx, reservation, settled)))
    to = 'lapsed';
  if (reservation && next.settlement === 'released')
    await releaseContact(trx, reservation, { ...settled, reason: reason ?? next.to });
  const isEnd = to !== 'approved';
  await sql`
    update resume_contact set state = ${to},
      decided_at = case when state = 'pending' then clock_timestamp() else decided_at end,
      ended_at = case when ${isEnd} then clock_timestamp() end,
      ended_by = ${isEnd && !isLate ? (actor?.side ?? null) : null}
    where id = ${contact.id}
  `.execute(trx);
  return to;
}

function reservationOf({ hold_id, subscription_id }: LockedContact): ContactReservation | undefined {
  if (hold_id !== null) return { kind: 'credit', holdId: hold_id };
  return subscription_id === null ? undefined : { kind: 'slot', subscriptionId: subscription_id };
}

interface Recipient {
  recipient: string;
  language: string;
}

/** Notifies the organization of the outcome of its request: the person who sent it, or the owners if that person no longer works for it. */
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
      where m.organization_id = ${organizationId} and a.blocked_at is null and a.roles && ${[...EMPLOYER_ROLES]}::text[]
    )
    select recipient, language from member
    where id = ${id}::uuid or (role = 'owner' and not exists (select from member where id = ${id}::uuid))
    order by recipient
  `.execute(trx);
  return rows;
}

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

/** Ends all requests and contacts of organizations that are permanently closed, and tells the applicants. */
export async function closeContactsOfOrganizations(
  trx: Kysely<Database>,
  organizationIds: readonly number[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from resume_contact where organization_id = any(${organizationIds}::bigint[]) and state in ('pending', 'approved')
    order by id for update
  `.execute(trx);
  for (const contact of await revokeAll(trx, rows)) await mailRevocation(trx, contact, now);
}

/** Ends the requests and contacts of an organization with people who have blocked it, and who therefore want no mail about it. */
export async function closeBlockedContacts(trx: Kysely<Database>, organizationId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select c.id from resume_contact c join resume r on r.id = c.resume_id
      join resume_contact_block b on b.account_id = r.account_id and b.organization_id = c.organization_id
    where c.organization_id = ${organizationId} and c.state in ('pending', 'approved') order by c.id for update of c
  `.execute(trx);
  await revokeAll(trx, rows);
}

/** @returns the ended contacts, without requests that had expired before */
async function revokeAll(trx: Kysely<Database>, contacts: readonly { id: number }[]): Promise<LockedContact[]> {
  const revoked: LockedContact[] = [];
  for (const { id } of contacts) {
    const contact = await lockContact(trx, { id });
    if (contact && (await moveContact(trx, contact, { by: 'revoke' })) === 'revoked') revoked.push(contact);
  }
  return revoked;
}

/**
 * Ends pending requests that have expired by the clock of the database: each releases its credit or slot, and notifies the recruiter, in
 * one transaction. Concurrent processes take different requests.
 *
 * @returns the number of requests
 */
export async function lapseContacts(database: Kysely<Database>, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const lapsed = await database.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`
        select id from resume_contact where state = 'pending' and lapses_at <= clock_timestamp()
        order by lapses_at limit ${BATCH} for update skip locked
      `.execute(trx);
      for (const { id } of rows) await lapseContact(trx, id, now);
      return rows.length;
    });
    total += lapsed;
    if (lapsed < BATCH) return total;
  }
}

/** Ends one request, which the transaction has locked. */
export async function lapseContact(trx: Kysely<Database>, id: number, now: Date): Promise<void> {
  const contact = await lockContact(trx, { id });
  if (contact && (await moveContact(trx, contact, { by: 'time' }))) await mailOutcome(trx, contact, 'lapsed', now);
}

/** Starts a task that does this every minute. */
export function startLapsingContacts(options: {
  database: Kysely<Database>;
  clock: () => Date;
  logger: BackendLogger;
}): BackgroundTask {
  const { database, clock, logger } = options;
  return repeat({
    everyMs: EVERY_MS,
    work: () => lapseContacts(database, clock()),
    failed: 'Lapsed contact requests could not be closed',
    logger,
  });
}

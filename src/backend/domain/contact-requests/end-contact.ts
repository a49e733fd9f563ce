import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { ContactSide, ContactState } from '../../platform/database/tables/contact-tables.js';
import { confirmContact, type ContactReservation, releaseContact } from '../entitlements/contact-entitlement.js';
import { type ContactEvent, transitionOf } from './contact-states.js';

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

import { sql, type Kysely } from 'kysely';
import { CONTACT_LAPSE_DAYS } from '#contract/contact-requests.js';
import type { Database } from '../../platform/database/schema.js';
import { holdCredits, postHold, voidHold, type LedgerOwner } from '../ledger/ledger.js';

const DAY_SECONDS = 86_400;
/**
 * Added to the lifetime of a request. Requests normally release their credit themselves; the hold's own expiry is only a fallback, for
 * example if no process was running.
 */
const GRACE_DAYS = 1;

/** Reservation that pays for a request: a credit on hold in the ledger, or a slot of a subscription. */
export type ContactReservation = { kind: 'credit'; holdId: string } | { kind: 'slot'; subscriptionId: number };

interface ContactParty {
  site: string;
  organizationId: number;
}

interface ReservedContact extends ContactParty {
  /** Id in `resume_contact`: the key of the hold, and the cause in the statement. */
  contactId: number;
  actorId: string;
}

/**
 * Reserves the price of a request for contact: a free contact slot of a subscription, or else one contact credit, which is put on hold.
 *
 * @returns undefined if the organization has neither
 */
export async function reserveContact(
  trx: Kysely<Database>,
  { site, organizationId, contactId, actorId }: ReservedContact,
): Promise<ContactReservation | undefined> {
  const subscriptionId = await takeSlot(trx, organizationId);
  if (subscriptionId !== undefined) return { kind: 'slot', subscriptionId };
  const held = await holdCredits(trx, {
    owner: ownerOf({ site, organizationId }),
    unit: 'resume_contact',
    amount: 1n,
    key: `contact:${contactId}`,
    cause: { kind: 'contact', id: String(contactId) },
    actorId,
    lapsesAfterSeconds: (CONTACT_LAPSE_DAYS + GRACE_DAYS) * DAY_SECONDS,
  });
  return held.ok ? { kind: 'credit', holdId: held.transferId } : undefined;
}

interface Settled {
  contactId: number;
  /** Account that decided; omitted if the request expired. */
  actorId?: string;
}

/**
 * Spends a reservation; a slot stays in use.
 *
 * @returns false if the hold has expired and was released
 */
export async function confirmContact(
  trx: Kysely<Database>,
  reservation: ContactReservation,
  { contactId, actorId }: Settled,
): Promise<boolean> {
  if (reservation.kind === 'slot') return true;
  const cause = { kind: 'contact', id: String(contactId) };
  const posted = await postHold(trx, {
    transferId: reservation.holdId,
    cause,
    ...(actorId === undefined ? {} : { actorId }),
  });
  return posted.ok;
}

/** Releases a reservation. Does nothing if the ledger has released it already. */
export async function releaseContact(
  trx: Kysely<Database>,
  reservation: ContactReservation,
  { contactId, actorId, reason }: Settled & { /** Reason in the statement. */ reason: string },
): Promise<void> {
  if (reservation.kind === 'slot') {
    await sql`
      update subscription set resume_contact_slots_used = resume_contact_slots_used - 1
      where id = ${reservation.subscriptionId} and resume_contact_slots_used > 0
    `.execute(trx);
    return;
  }
  const cause = { kind: 'contact', id: String(contactId) };
  const actor = actorId === undefined ? {} : { actorId };
  const voided = await voidHold(trx, { transferId: reservation.holdId, cause, reason, ...actor });
  if (!voided.ok) throw new Error(`The credit of contact ${contactId} could not be returned: ${voided.refusal}`);
}

/** Contact credits and slots of an organization. */
export interface ContactOffer {
  /** Whether the organization has contacts, or the site sells them. */
  isOffered: boolean;
  /** Credits that can be spent now. */
  credits: number;
  /** Credits on hold for pending requests. */
  heldCredits: number;
  /** Free slots of active subscriptions. */
  freeSlots: number;
}

/** @param party.organizationId omit for what the site sells */
export async function contactOffer(
  database: Kysely<Database>,
  { site, organizationId }: { site: string; organizationId: number | undefined },
): Promise<ContactOffer> {
  const { rows } = await sql<Omit<ContactOffer, 'isOffered'> & { isSold: boolean }>`
    select
      exists (select from product where site = ${site} and retired_at is null and contact_credits + contact_slots > 0) as "isSold",
      coalesce((select b.amount from credit_balance b join organization o on o.id = b.organization_id
        where b.organization_id = ${organizationId ?? null}::bigint and b.type = 'resume_contact' and o.site = ${site}), 0)::integer as credits,
      coalesce((select a.balance from ledger_account a where a.organization_id = ${organizationId ?? null}::bigint
        and a.site = ${site} and a.unit = 'resume_contact' and a.kind = 'held'), 0)::integer as "heldCredits",
      coalesce((select sum(s.resume_contact_slots - s.resume_contact_slots_used) from subscription s
        where s.organization_id = ${organizationId ?? null}::bigint and ${IS_COUNTING}), 0)::integer as "freeSlots"
  `.execute(database);
  const { isSold, ...own } = rows[0]!;
  return { ...own, isOffered: isSold || own.credits + own.heldCredits + own.freeSlots > 0 };
}

/** Whether the subscription `s` is active and has contact slots, by the clock of the database. */
const IS_COUNTING = sql`s.status = 'active' and s.resume_contact_slots is not null
  and s.start_at <= clock_timestamp() and (s.end_at is null or s.end_at > clock_timestamp())`;

/** Takes a slot of the subscription that ends first. @returns the subscription's id; undefined if none has a free slot */
async function takeSlot(trx: Kysely<Database>, organizationId: number): Promise<number | undefined> {
  // If a concurrent request takes the last slot of a subscription, the next subscription is tried.
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      select s.id from subscription s
      where s.organization_id = ${organizationId} and ${IS_COUNTING} and s.resume_contact_slots_used < s.resume_contact_slots
      order by s.end_at nulls last, s.id limit 1
    `.execute(trx);
    const candidate = rows[0];
    if (!candidate) return undefined;
    const { numAffectedRows } = await sql`
      update subscription set resume_contact_slots_used = resume_contact_slots_used + 1
      where id = ${candidate.id} and resume_contact_slots_used < resume_contact_slots
    `.execute(trx);
    if (numAffectedRows === 1n) return candidate.id;
  }
}

function ownerOf({ site, organizationId }: ContactParty): LedgerOwner {
  return { site, kind: 'organization', id: String(organizationId) };
}

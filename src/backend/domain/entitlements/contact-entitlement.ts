import { sql, type Kysely } from 'kysely';
import { CONTACT_LAPSE_DAYS } from '#contract/contact-requests.js';
import type { Database } from '../../platform/database/schema.js';
import { holdCredits, postHold, voidHold, type LedgerOwner } from '../ledger/ledger.js';

const DAY_SECONDS = 86_400;
/**
 * Beyond the time of the request, which releases its credit itself: the hold's own end is only for requests that nothing has ended, such
 * as while no process was running.
 */
const GRACE_DAYS = 1;

/** What pays for a request: a credit that the ledger holds, or a slot of a subscription. */
export type ContactReservation = { kind: 'credit'; holdId: string } | { kind: 'slot'; subscriptionId: number };

interface ContactParty {
  site: string;
  organizationId: number;
}

interface ReservedContact extends ContactParty {
  /** Of `resume_contact`: the key of the hold, and the cause in the statement. */
  contactId: number;
  actorId: string;
}

/**
 * Takes what a request for contact costs: a free contact slot of a subscription, otherwise one contact credit, which is held.
 *
 * @returns undefined: the organization has neither
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
  /** Who decided; undefined: the clock. */
  actorId?: string;
}

/**
 * Spends what was reserved; a slot stays taken.
 *
 * @returns false: its time is over, and it was given back
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

/** Gives back what was reserved. What the ledger has given back already stays so. */
export async function releaseContact(
  trx: Kysely<Database>,
  reservation: ContactReservation,
  { contactId, actorId, reason }: Settled & { /** Of the statement. */ reason: string },
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
  if (!voided.ok) throw new Error(`The credit of contact ${contactId} is not given back: ${voided.refusal}`);
}

/** What an organization can contact people with. */
export interface ContactOffer {
  /** Whether it can, or can buy what it takes on this site. */
  isOffered: boolean;
  /** Credits that can be spent now. */
  credits: number;
  /** Credits that are set aside for pending requests. */
  heldCredits: number;
  /** Of subscriptions that count now. */
  freeSlots: number;
}

/** @param party.organizationId undefined: what there is on the site to buy */
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

/** Of the subscription `s`, by the clock of the database. */
const IS_COUNTING = sql`s.status = 'active' and s.resume_contact_slots is not null
  and s.start_at <= clock_timestamp() and (s.end_at is null or s.end_at > clock_timestamp())`;

/** Of the subscription that ends first. @returns its id; undefined: none has a free slot */
async function takeSlot(trx: Kysely<Database>, organizationId: number): Promise<number | undefined> {
  // Whoever waits for the last slot of one subscription finds it taken, and looks whether another one has a slot.
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

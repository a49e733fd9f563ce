import { type Kysely, sql } from 'kysely';
import type { FormViolation } from '#contract/defined-form/form-rules.js';
import type { Database } from '../../../../platform/database/schema.js';
import { formErrorsWith } from '../../../forms/form-errors.js';

/**
 * Reasons to refuse a merge of two organizations:
 *
 * - `gone`: the site has no such organization, or it is closed or merged already
 * - `same`: both are the same organization
 * - `suspended`: one of them is suspended
 * - `openPayments`: the organization to be removed has orders that are unpaid or disputed
 * - `heldCredits`: it has credits on hold for requests that are not answered
 * - `books`: it has orders, invoices, bought credits or subscriptions, which never change their owner
 */
export type MergeRule = 'gone' | 'same' | 'suspended' | 'openPayments' | 'heldCredits' | 'books';
export type MergeViolation = FormViolation<MergeRule>;

export const mergeErrors = formErrorsWith<MergeRule>(
  'organizationMerge',
  { gone: {}, same: {}, suspended: {}, openPayments: {}, heldCredits: {}, books: {} },
  {},
);

/** Organization of the site, as read for a merge. */
export interface MergedOrganization {
  id: number;
  name: string;
  state: string;
  suspended_from: string | null;
}

/** @returns the first reason not to merge; undefined if there is none */
export async function mergeRefusal(
  database: Kysely<Database>,
  from: MergedOrganization | undefined,
  into: MergedOrganization | undefined,
): Promise<MergeViolation | undefined> {
  if (!from || !into) return { rule: 'gone' };
  if (from.id === into.id) return { rule: 'same' };
  if (from.suspended_from !== null || into.suspended_from !== null) return { rule: 'suspended' };
  if ([from, into].some(({ state }) => state === 'closed' || state === 'unnamed')) return { rule: 'gone' };
  const { rows } = await sql<{ openPayments: boolean; heldCredits: boolean; books: boolean }>`
    select
      exists (select from customer_order where organization_id = ${from.id} and state in ('placed', 'overdue', 'disputed')) as "openPayments",
      exists (select from ledger_account where organization_id = ${from.id} and kind = 'held' and balance <> 0) as "heldCredits",
      exists (select from customer_order where organization_id = ${from.id} and state <> 'canceled')
        or exists (select from invoice where organization_id = ${from.id})
        or exists (select from subscription where organization_id = ${from.id})
        or exists (select from ledger_grant g join ledger_account a on a.id = g.account_id
          where a.organization_id = ${from.id} and g.source = 'purchased' and g.remaining > 0) as books
  `.execute(database);
  const rule = (['openPayments', 'heldCredits', 'books'] as const).find((each) => rows[0]?.[each]);
  return rule && { rule };
}

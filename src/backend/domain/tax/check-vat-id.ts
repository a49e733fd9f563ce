import type { BackendLogger, ViesOptions } from '#contract/backend/backend.js';
import type { VatIdVerdict } from './tax-decision.js';
import { hasVatIds, readVatId, type VatId, type VatIdFault } from './vat-id.js';
import { askVies } from './vies.js';

export interface VatIdCheck {
  verdict: VatIdVerdict;
  /** Normalized id: in capitals with its prefix. null if none was given, or it could not be parsed. */
  vatId: string | null;
  /** Fault of an id for which VIES was not queried. */
  fault: VatIdFault | null;
  /** VIES' proof of the check, which the operator has to keep. */
  consultationNumber: string | null;
}

/**
 * Checks a buyer's VAT id: always its format, and with VIES if configured. Takes at most the time-out of VIES (3 s). Must not be called
 * within a transaction.
 *
 * @param buyer.vatId as typed; missing or empty for none
 * @param sellerVatId without it, VIES returns no consultation number
 */
export async function checkVatId(
  buyer: { vatId?: string | null; countryCode: string },
  {
    vies,
    sellerVatId,
    logger,
  }: { vies?: ViesOptions & { timeoutMs?: number }; sellerVatId?: string; logger?: BackendLogger },
): Promise<VatIdCheck> {
  const typed = buyer.vatId?.trim() ?? '';
  const nothing: VatIdCheck = { verdict: 'none', vatId: null, fault: null, consultationNumber: null };
  if (typed === '' || !hasVatIds(buyer.countryCode)) return nothing;
  const read = readVatId(typed, buyer.countryCode);
  if (!read.ok) return { ...nothing, verdict: 'invalid', fault: read.fault };
  const { id } = read.vatId;
  // VIES no longer knows ids of the United Kingdom, except those of Northern Ireland.
  if (!vies || read.vatId.prefix === 'GB') return { ...nothing, verdict: 'wellFormed', vatId: id };
  const answer = await askVies(vies, read.vatId, requesterOf(sellerVatId));
  if (answer.verdict !== 'unavailable') return { ...nothing, ...answer, vatId: id };
  logger?.warn({ prefix: read.vatId.prefix, reason: answer.reason }, 'VIES did not check a VAT id');
  return { ...nothing, verdict: 'unavailable', vatId: id };
}

function requesterOf(sellerVatId: string | undefined): VatId | undefined {
  if (sellerVatId === undefined || sellerVatId.startsWith('GB')) return undefined;
  return { id: sellerVatId, prefix: sellerVatId.slice(0, 2), number: sellerVatId.slice(2) };
}

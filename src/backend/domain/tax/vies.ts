import { z } from 'zod';
import type { ViesOptions } from '#contract/backend/backend.js';
import type { VatId } from './vat-id.js';

const VIES_TIMEOUT_MS = 3000;
const MAX_ANSWER_CHARS = 20_000;

export type ViesAnswer =
  | {
      verdict: 'valid' | 'invalid';
      /** Proof that the id was checked on that day. VIES returns one if the request contained the seller's own id. */
      consultationNumber: string | null;
    }
  | {
      verdict: 'unavailable';
      /** Reason for the log: `MS_UNAVAILABLE`, `timeout` … */
      reason: string;
    };

const answerSchema = z.object({ valid: z.boolean(), requestIdentifier: z.string().max(60).nullish() });
const failureSchema = z.object({ errorWrappers: z.array(z.object({ error: z.string().max(60) })).min(1) });

/**
 * Asks VIES whether a VAT id exists. Member states are often unavailable (`MS_UNAVAILABLE`, with status 200), which says nothing about
 * the id.
 *
 * @param requester the seller's own id, if VIES knows it
 * @returns within the time-out; never rejects
 */
export async function askVies(
  { url, timeoutMs = VIES_TIMEOUT_MS }: ViesOptions & { timeoutMs?: number },
  vatId: VatId,
  requester?: VatId,
): Promise<ViesAnswer> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        countryCode: vatId.prefix,
        vatNumber: vatId.number,
        ...(requester ? { requesterMemberStateCode: requester.prefix, requesterNumber: requester.number } : {}),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return read(await response.text());
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return { verdict: 'unavailable', reason: isLate ? 'timeout' : 'unreachable' };
  }
}

function read(text: string): ViesAnswer {
  let body: unknown;
  try {
    body = text.length > MAX_ANSWER_CHARS ? undefined : JSON.parse(text);
  } catch {
    body = undefined;
  }
  const answer = answerSchema.safeParse(body);
  if (answer.success) {
    const { valid, requestIdentifier } = answer.data;
    return { verdict: valid ? 'valid' : 'invalid', consultationNumber: requestIdentifier || null };
  }
  const failure = failureSchema.safeParse(body);
  const reason = failure.success ? failure.data.errorWrappers[0]!.error : 'unreadable answer';
  if (reason === 'INVALID_INPUT') return { verdict: 'invalid', consultationNumber: null };
  return { verdict: 'unavailable', reason };
}

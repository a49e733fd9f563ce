import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import * as jsvat from 'jsvat-next';
import type { BackendLogger, ViesOptions } from '#contract/backend/backend.js';
import { type VatIdVerdict, isEuMember } from './tax-decision.js';

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
 * @param isFresh whether VIES is queried even if it has answered recently: each order needs its own consultation number
 */
export async function checkVatId(
  buyer: { vatId?: string | null; countryCode: string },
  {
    vies,
    sellerVatId,
    isFresh = false,
    logger,
  }: { vies?: Vies; sellerVatId?: string; isFresh?: boolean; logger?: BackendLogger },
): Promise<VatIdCheck> {
  const typed = buyer.vatId?.trim() ?? '';
  const nothing: VatIdCheck = { verdict: 'none', vatId: null, fault: null, consultationNumber: null };
  if (typed === '' || !hasVatIds(buyer.countryCode)) return nothing;
  const read = readVatId(typed, buyer.countryCode);
  if (!read.ok) return { ...nothing, verdict: 'invalid', fault: read.fault };
  const { id } = read.vatId;
  // VIES no longer knows ids of the United Kingdom, except those of Northern Ireland.
  if (!vies || read.vatId.prefix === 'GB') return { ...nothing, verdict: 'wellFormed', vatId: id };
  const answer = await vies.ask(read.vatId, requesterOf(sellerVatId), { isFresh });
  if (answer.verdict !== 'unavailable') return { ...nothing, ...answer, vatId: id };
  logger?.warn({ prefix: read.vatId.prefix, reason: answer.reason }, 'VIES did not check a VAT id');
  return { ...nothing, verdict: 'unavailable', vatId: id };
}

function requesterOf(sellerVatId: string | undefined): VatId | undefined {
  if (sellerVatId === undefined || sellerVatId.startsWith('GB')) return undefined;
  return { id: sellerVatId, prefix: sellerVatId.slice(0, 2), number: sellerVatId.slice(2) };
}

const VIES_TIMEOUT_MS = 3000;
const MAX_ANSWER_CHARS = 20_000;
/** Longer than a checkout takes, and short enough that an id that was registered meanwhile is soon accepted. */
const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 10_000;

type ViesAnswer =
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
 * Asks VIES and remembers its answers for a few minutes, in this process, because a buyer sees several quotes before ordering. Otherwise,
 * whoever requests many quotes would make VIES block the operator.
 */
export class Vies {
  /** Answers, and questions that are still being asked, by the ids of buyer and seller. */
  private readonly answers: LRUCache<string, Promise<ViesAnswer>>;

  constructor(private readonly options: ViesOptions & { timeoutMs?: number; rememberedMs?: number }) {
    const { rememberedMs = REMEMBERED_MS } = options;
    this.answers = new LRUCache({ max: MAX_REMEMBERED, ttl: rememberedMs });
  }

  /**
   * @param requester the seller's own id, if VIES knows it
   * @param options.isFresh whether to ask even if the answer is known
   * @returns within the time-out; never rejects
   */
  async ask(vatId: VatId, requester: VatId | undefined, { isFresh }: { isFresh: boolean }): Promise<ViesAnswer> {
    // The answer contains a consultation number for this requester only.
    const key = `${vatId.id} ${requester?.id ?? ''}`;
    const known = isFresh ? undefined : this.answers.get(key);
    if (known) return known;
    const asked = askVies(this.options, vatId, requester);
    this.answers.set(key, asked);
    const answer = await asked;
    // An answer that says nothing about the id is not kept, unless a later question has replaced it already.
    if (answer.verdict === 'unavailable' && this.answers.peek(key) === asked) this.answers.delete(key);
    return answer;
  }
}

/**
 * Asks VIES whether a VAT id exists. Member states are often unavailable (`MS_UNAVAILABLE`, with status 200), which says nothing about
 * the id.
 *
 * @param requester the seller's own id, if VIES knows it
 * @returns within the time-out; never rejects
 */
async function askVies(
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

/** A VAT id in normalized form. */
interface VatId {
  /** Including the prefix, without spaces: `EL094259216`. */
  id: string;
  /** Prefix used by VIES: `EL` for Greece, `XI` for Northern Ireland. */
  prefix: string;
  number: string;
}

/** - `format`: format or check digits are wrong. - `country`: the id belongs to another country than the buyer's address. */
type VatIdFault = 'format' | 'country';

/** Greece has a prefix other than its country code; Northern Ireland has one in addition to that of the United Kingdom. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = { GR: ['EL'], GB: ['GB', 'XI'], IM: ['GB'], MC: ['FR'] };

/** @returns whether buyers of the country are asked for a VAT id: in the European Union and the United Kingdom */
export function hasVatIds(country: string): boolean {
  return isEuMember(country) || Object.hasOwn(PREFIXES, country);
}

/**
 * Parses a typed VAT id: with or without prefix, spaces, dots and hyphens, or `GR` instead of `EL`.
 *
 * @param country country of the buyer's address, one that `hasVatIds`
 */
export function readVatId(
  typed: string,
  country: string,
): { ok: true; vatId: VatId } | { ok: false; fault: VatIdFault } {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')
    .replace(/^GR/, 'EL');
  if (!/^[0-9A-Z+*]{4,16}$/.test(plain)) return { ok: false, fault: 'format' };
  const prefixes = PREFIXES[country] ?? [country];
  const isOwn = (id: string) => prefixes.includes(id.slice(0, 2)) && jsvat.checkVAT(id, jsvat.countries).isValid;
  // A complete id of another country must not be parsed as a number without prefix, which some countries' formats would allow.
  if (jsvat.checkVAT(plain, jsvat.countries).isValid && !isOwn(plain) && /^[A-Z]{2}/.test(plain))
    return { ok: false, fault: 'country' };
  const id = [plain, ...prefixes.map((prefix) => prefix + plain)].find(isOwn);
  if (id === undefined) return { ok: false, fault: 'format' };
  return { ok: true, vatId: { id, prefix: id.slice(0, 2), number: id.slice(2) } };
}

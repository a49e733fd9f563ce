import type { BackendLogger, EmbeddingsOptions } from '#contract/backend/backend.js';

/** Reason for missing vectors. `refused` and `values` may be due to one of the texts, the others are due to the service. */
export type EmbeddingsError =
  'paused' | 'unreachable' | 'unavailable' | 'refused' | 'tooLarge' | 'malformed' | 'count' | 'size' | 'values';

export type Embeddings = { vectors: Float64Array[] } | { violation: EmbeddingsError };

export interface EmbeddingsLimits {
  timeoutMs: number;
  maxTexts: number;
  maxTextLength: number;
  maxSize: number;
  /** Number of consecutive failures after which no requests are sent for a while. */
  maxFailures: number;
  pauseMs: number;
  maxPauseMs: number;
}

export const EMBEDDINGS_LIMITS: EmbeddingsLimits = {
  timeoutMs: 10_000,
  maxTexts: 32,
  maxTextLength: 4000,
  maxSize: 8192,
  maxFailures: 3,
  pauseMs: 30_000,
  maxPauseMs: 15 * 60_000,
};

/** Statuses with which services answer a text that is too long for the model, or that they cannot process. */
const REFUSED_TEXT = new Set([400, 413, 422, 500]);

/** Maximum size of one number in JSON, with a margin. */
const BYTES_OF_A_NUMBER = 32;

/** Requests vectors from an embeddings service and validates its responses strictly. */
export class EmbeddingsClient {
  private failures = 0;
  private pausedUntil = -Infinity;
  private readonly closing = new AbortController();

  constructor(
    private readonly options: EmbeddingsOptions,
    private readonly logger: BackendLogger,
    private readonly limits = EMBEDDINGS_LIMITS,
  ) {}

  /** Maximum number of texts per request. */
  get maxTexts(): number {
    return this.limits.maxTexts;
  }

  /** Maximum number of characters of a text; the rest is not sent. */
  get maxTextLength(): number {
    return this.limits.maxTextLength;
  }

  /** Whether requests are paused after failures. */
  get isPaused(): boolean {
    return performance.now() < this.pausedUntil;
  }

  /**
   * @param size dimension of this model's vectors; if omitted, it is taken from the first vector of the response
   * @returns a vector for each text, in the order of the texts; never rejects
   */
  async embed(texts: readonly string[], size?: number): Promise<Embeddings> {
    if (this.isPaused) return { violation: 'paused' };
    const outcome = await this.ask(texts, size);
    if ('vectors' in outcome) this.failures = 0;
    else this.noteFailure(outcome.violation);
    return outcome;
  }

  /** Requests the vector of a short text that no service can refuse. @param size as of `embed` */
  probe(size?: number): Promise<Embeddings> {
    return this.embed([this.options.model], size);
  }

  /** Aborts running requests. */
  close(): void {
    this.closing.abort();
  }

  private async ask(texts: readonly string[], size: number | undefined): Promise<Embeddings> {
    const { url, model, apiKey } = this.options;
    const { timeoutMs, maxTexts, maxTextLength, maxSize } = this.limits;
    if (texts.length === 0 || texts.length > maxTexts) return { violation: 'count' };
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({
          model,
          // Services reject empty texts.
          input: texts.map((text) => wellFormed(text.slice(0, maxTextLength)).trim() || '-'),
          encoding_format: 'float',
        }),
        // The API key must only be sent to this address.
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.closing.signal]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        return { violation: REFUSED_TEXT.has(response.status) ? 'refused' : 'unavailable' };
      }
      const text = await readLimited(response, texts.length * maxSize * BYTES_OF_A_NUMBER);
      return text === undefined ? { violation: 'tooLarge' } : readEmbeddings(text, texts.length, size, maxSize);
    } catch {
      return { violation: 'unreachable' };
    }
  }

  private noteFailure(violation: EmbeddingsError): void {
    if (this.closing.signal.aborted) return;
    this.failures++;
    const { maxFailures, pauseMs, maxPauseMs } = this.limits;
    if (this.failures < maxFailures) return;
    const pause = Math.min(pauseMs * 2 ** (this.failures - maxFailures), maxPauseMs);
    this.pausedUntil = performance.now() + pause;
    this.logger.warn(
      { violation, seconds: Math.round(pause / 1000) },
      'The embeddings endpoint keeps failing: requests to it are paused',
    );
  }
}

/** Replaces a lone surrogate that truncating may have left. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Validates a response: one vector per text, all of the same dimension, with finite numbers that are not all zero. */
export function readEmbeddings(json: string, count: number, size: number | undefined, maxSize: number): Embeddings {
  let data: unknown;
  try {
    data = (JSON.parse(json) as { data?: unknown } | null)?.data;
  } catch {
    return { violation: 'malformed' };
  }
  if (!Array.isArray(data)) return { violation: 'malformed' };
  if (data.length !== count) return { violation: 'count' };
  const vectors: (Float64Array | undefined)[] = Array.from({ length: count });
  let expected = size;
  for (const entry of data as ({ index?: unknown; embedding?: unknown } | null)[]) {
    const { index, embedding } = entry ?? {};
    if (!Array.isArray(embedding) || typeof index !== 'number') return { violation: 'malformed' };
    if (!Number.isInteger(index) || index < 0 || index >= count || vectors[index]) return { violation: 'count' };
    expected ??= embedding.length;
    if (embedding.length !== expected || expected === 0 || expected > maxSize) return { violation: 'size' };
    // Numbers that JSON cannot represent, such as NaN, are encoded as null or strings.
    if (!embedding.every((value) => typeof value === 'number' && Number.isFinite(value)))
      return { violation: 'values' };
    if (embedding.every((value) => value === 0)) return { violation: 'values' };
    vectors[index] = Float64Array.from(embedding as number[]);
  }
  return { vectors: vectors as Float64Array[] };
}

/** @returns the text of a response; undefined if it exceeds the maximum size @throws if the response is interrupted */
async function readLimited(response: Response, maxBytes: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    // Leaving the loop cancels the rest of the response.
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

import type { BackendLogger, EmbeddingsOptions } from '#contract/backend/backend.js';
import { readLimited } from './read-limited.js';

/** Why there are no vectors. */
export type EmbeddingsError =
  'paused' | 'unreachable' | 'refused' | 'tooLarge' | 'malformed' | 'count' | 'size' | 'values';

export type Embeddings = { vectors: Float64Array[] } | { violation: EmbeddingsError };

export interface EmbeddingsLimits {
  timeoutMs: number;
  maxTexts: number;
  maxTextLength: number;
  maxSize: number;
  /** After so many failures in a row it is not asked for a while. */
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

/** Of one number in JSON, with room to spare. */
const BYTES_OF_A_NUMBER = 32;

/** Asks the service and believes nothing of its answer that can be checked. */
export class EmbeddingsClient {
  private failures = 0;
  private pausedUntil = -Infinity;
  private readonly closing = new AbortController();

  constructor(
    private readonly options: EmbeddingsOptions,
    private readonly logger: BackendLogger,
    private readonly limits = EMBEDDINGS_LIMITS,
  ) {}

  /** How many texts may be sent at once. */
  get maxTexts(): number {
    return this.limits.maxTexts;
  }

  /** Whether it is not to be asked now. */
  get isPaused(): boolean {
    return performance.now() < this.pausedUntil;
  }

  /**
   * @param size how many numbers vectors of this model have; unknown: the first answer tells
   * @returns a vector for each text in the order of the texts; never rejects
   */
  async embed(texts: readonly string[], size?: number): Promise<Embeddings> {
    if (this.isPaused) return { violation: 'paused' };
    const outcome = await this.ask(texts, size);
    if ('vectors' in outcome) this.failures = 0;
    else this.noteFailure(outcome.violation);
    return outcome;
  }

  /** Ends what is under way. */
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
          // A service refuses an empty text.
          input: texts.map((text) => wellFormed(text.slice(0, maxTextLength)).trim() || '-'),
          encoding_format: 'float',
        }),
        // Its key is for this address alone.
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.closing.signal]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        return { violation: 'refused' };
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

/** Without the half of a character that cutting may have left. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Checks an answer: as many vectors as texts, each one once, of one size, of finite numbers that are not all zero. */
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
    // A number that JSON cannot say is null or a text there.
    if (!embedding.every((value) => typeof value === 'number' && Number.isFinite(value)))
      return { violation: 'values' };
    if (embedding.every((value) => value === 0)) return { violation: 'values' };
    vectors[index] = Float64Array.from(embedding as number[]);
  }
  return { vectors: vectors as Float64Array[] };
}

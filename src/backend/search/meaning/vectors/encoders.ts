import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { ComparedText } from '../../../platform/search-index/search-index.port.js';
import type { Stemmer } from '../../analysis/stemmer.js';
import { plainText } from '../../analysis/plain-text.js';
import { inSlices, type Slices } from '../../../platform/background-jobs/slices.js';
import type { EmbeddingsClient } from '../endpoint/embeddings-client.js';
import { weightedTerms, type ParsedText, readTexts } from '../model/document-terms.js';
import { type MeaningModel, type MeaningVector, DIMENSIONS, quantize } from '../model/meaning-model.js';

/** Computes vectors of texts with one model. */
export interface Encoder {
  /** Number of texts per call. */
  batch: number;
  /** @returns a vector, or undefined, for each text; undefined instead of the array while the encoder is unavailable */
  encode(texts: readonly ComparedText[]): Promise<(MeaningVector | undefined)[] | undefined>;
}

const BATCH = 100;

const PROJECTION_SEED = 1_000_003;

/**
 * Creates an encoder that uses the corpus model.
 *
 * @param restMs pause between slices of background work
 */
export function corpusEncoder(
  database: Kysely<Database>,
  stemmer: Stemmer,
  model: MeaningModel,
  restMs: number,
): Encoder {
  return {
    batch: BATCH,
    async encode(texts) {
      const parsed = await readTexts(database, stemmer, texts);
      return inSlices(encodeAll(parsed, stemmer, model), restMs);
    },
  };
}

function* encodeAll(
  texts: readonly ParsedText[],
  stemmer: Stemmer,
  model: MeaningModel,
): Slices<(MeaningVector | undefined)[]> {
  const vectors: (MeaningVector | undefined)[] = [];
  for (const text of texts) {
    vectors.push(model.encode(weightedTerms(text, stemmer)));
    yield;
  }
  return vectors;
}

/**
 * Parts of a text that are tried if the service refuses it, or does not answer it in time: services limit texts by their own tokens, which
 * cannot be counted here.
 */
const PARTS = [1, 1 / 2, 1 / 4];

/**
 * Creates an encoder that uses an external service. If the service refuses a batch, its texts are sent one at a time, so that a single text
 * cannot prevent the vectors of all others; a text that is refused even when it is shortened gets none.
 *
 * @param size dimension of its vectors
 */
export function endpointEncoder(client: EmbeddingsClient, size: number): Encoder {
  const projection = new Projection(size);
  const texts = new EmbeddedTexts(client, size);
  return {
    batch: client.maxTexts,
    async encode(compared) {
      const vectors = await texts.embed(compared.map((text) => embeddedText(text).slice(0, client.maxTextLength)));
      return vectors === 'unavailable' ? undefined : vectors.map((vector) => vector && projection.apply(vector));
    },
  };
}

/** Why a request has no vectors: `refused` and `late` if the service works, but not for these texts, or not in time for as many. */
type NoVectors = 'refused' | 'late' | 'unavailable';

/** Requests the vectors of texts, as many at a time as the service answers in time. */
class EmbeddedTexts {
  private atOnce: number;

  constructor(
    private readonly client: EmbeddingsClient,
    private readonly size: number,
  ) {
    this.atOnce = client.maxTexts;
  }

  /** @returns undefined instead of a vector for texts that are refused, or not answered in time, however short they are */
  async embed(texts: readonly string[]): Promise<(Float64Array | undefined)[] | 'unavailable'> {
    const vectors: (Float64Array | undefined)[] = [];
    while (vectors.length < texts.length) {
      const some = texts.slice(vectors.length, vectors.length + this.atOnce);
      const together = await this.request(some);
      if (together === 'late' && some.length > 1) continue;
      const found = together === 'refused' || together === 'late' ? await this.embedEach(some) : together;
      if (found === 'unavailable') return found;
      vectors.push(...found);
    }
    this.atOnce = Math.min(this.atOnce + 1, this.client.maxTexts);
    return vectors;
  }

  private async request(texts: readonly string[]): Promise<Float64Array[] | NoVectors> {
    const answer = await this.client.embed(texts, this.size);
    if ('vectors' in answer) return answer.vectors;
    const isLate = answer.violation === 'unreachable';
    // Also if the service turns out to be unavailable: it may still be busy with this request, and would be again with the next one.
    if (isLate) this.atOnce = Math.ceil(texts.length / 2);
    else if (answer.violation !== 'refused' && answer.violation !== 'values') return 'unavailable';
    // A service that fails refuses every text. The answer to the probe also resets the failures, so that requests are not paused.
    if ('violation' in (await this.client.probe(this.size))) return 'unavailable';
    return isLate ? 'late' : 'refused';
  }

  private async embedEach(texts: readonly string[]): Promise<(Float64Array | undefined)[] | 'unavailable'> {
    const vectors: (Float64Array | undefined)[] = [];
    for (const text of texts) {
      const vector = await this.embedShortened(text);
      if (vector === 'unavailable') return vector;
      vectors.push(vector);
    }
    return vectors;
  }

  private async embedShortened(text: string): Promise<Float64Array | undefined | 'unavailable'> {
    for (const part of PARTS) {
      const vectors = await this.request([text.slice(0, Math.ceil(text.length * part))]);
      if (vectors === 'unavailable') return vectors;
      if (typeof vectors !== 'string') return vectors[0];
    }
    return undefined;
  }
}

/** Returns the text that is sent to the service: title and subjects, then the description. */
function embeddedText({ title, subjects, description }: ComparedText): string {
  return [title, subjects.join(', '), plainText(description)].filter((part) => part !== '').join('\n');
}

/** Reduces vectors to the dimension of stored ones, by a random projection that depends only on their size. */
class Projection {
  private readonly matrix: Float32Array | undefined;

  /** @param size dimension of the input vectors */
  constructor(private readonly size: number) {
    this.matrix = size > DIMENSIONS ? signs(size * DIMENSIONS) : undefined;
  }

  /** @returns undefined if the projected vector is zero or not finite */
  apply(vector: Float64Array): MeaningVector | undefined {
    if (!this.matrix) return quantize(vector);
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    const projected = new Float64Array(DIMENSIONS);
    for (let k = 0; k < DIMENSIONS; k++) {
      let sum = 0;
      for (let i = 0; i < this.size; i++) sum += vector[i]! * this.matrix[k * this.size + i]!;
      projected[k] = sum / (length || 1);
    }
    return quantize(projected);
  }
}

/** Random signs 1 and -1: such a projection preserves distances as well as one with normally distributed numbers (Achlioptas 2003). */
function signs(count: number): Float32Array {
  let state = PROJECTION_SEED;
  return Float32Array.from({ length: count }, () => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0x10000 ? 1 : -1;
  });
}

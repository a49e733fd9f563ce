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

/** Parts of a text that are tried if the service refuses it: services limit texts by their own tokens, which cannot be counted here. */
const PARTS = [1, 1 / 2, 1 / 4];

/**
 * Creates an encoder that uses an external service. If the service refuses a batch, its texts are sent one at a time, so that a single text
 * cannot prevent the vectors of all others; a text that is refused even when it is shortened gets none.
 *
 * @param size dimension of its vectors
 */
export function endpointEncoder(client: EmbeddingsClient, size: number): Encoder {
  const projection = new Projection(size);
  return {
    batch: client.maxTexts,
    async encode(texts) {
      const sent = texts.map((text) => embeddedText(text).slice(0, client.maxTextLength));
      const together = await embed(client, sent, size);
      const vectors = together === 'refused' ? await embedEach(client, sent, size) : together;
      return vectors === 'unavailable' ? undefined : vectors.map((vector) => vector && projection.apply(vector));
    },
  };
}

/** @returns `refused` if the service works, but not for these texts */
async function embed(
  client: EmbeddingsClient,
  texts: readonly string[],
  size: number,
): Promise<Float64Array[] | 'refused' | 'unavailable'> {
  const answer = await client.embed(texts, size);
  if ('vectors' in answer) return answer.vectors;
  if (answer.violation !== 'refused' && answer.violation !== 'values') return 'unavailable';
  // A service that fails refuses every text. The answer to the probe also resets the failures, so that requests are not paused.
  return 'vectors' in (await client.probe(size)) ? 'refused' : 'unavailable';
}

async function embedEach(
  client: EmbeddingsClient,
  texts: readonly string[],
  size: number,
): Promise<(Float64Array | undefined)[] | 'unavailable'> {
  const vectors: (Float64Array | undefined)[] = [];
  for (const text of texts) {
    const vector = await embedShortened(client, text, size);
    if (vector === 'unavailable') return vector;
    vectors.push(vector);
  }
  return vectors;
}

/** @returns undefined if the text is refused however short it is */
async function embedShortened(
  client: EmbeddingsClient,
  text: string,
  size: number,
): Promise<Float64Array | undefined | 'unavailable'> {
  for (const part of PARTS) {
    const vectors = await embed(client, [text.slice(0, Math.ceil(text.length * part))], size);
    if (vectors === 'unavailable') return vectors;
    if (vectors !== 'refused') return vectors[0];
  }
  return undefined;
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

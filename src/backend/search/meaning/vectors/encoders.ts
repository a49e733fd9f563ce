import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { ComparedText } from '../../../platform/search-index/job-similarity.port.js';
import type { Stemmer } from '../../analysis/stemmer.js';
import { plainText } from '../../analysis/plain-text.js';
import { inSlices, type Slices } from '../../../platform/background-jobs/slices.js';
import type { EmbeddingsClient } from '../endpoint/embeddings-client.js';
import { Projection } from '../endpoint/projection.js';
import { weightedTerms, type ParsedText } from '../model/document-terms.js';
import type { MeaningModel } from '../model/meaning-model.js';
import { readTexts } from '../model/read-texts.js';
import type { MeaningVector } from '../model/vectors.js';

/** Computes vectors of texts with one model. */
export interface Encoder {
  /** Number of texts per call. */
  batch: number;
  /** @returns a vector, or undefined, for each text; undefined instead of the array while the encoder is unavailable */
  encode(texts: readonly ComparedText[]): Promise<(MeaningVector | undefined)[] | undefined>;
}

const BATCH = 100;

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

/** Creates an encoder that uses an external service. @param size dimension of its vectors */
export function endpointEncoder(client: EmbeddingsClient, size: number): Encoder {
  const projection = new Projection(size);
  return {
    batch: client.maxTexts,
    async encode(texts) {
      const answer = await client.embed(texts.map(embeddedText), size);
      return 'vectors' in answer ? answer.vectors.map((vector) => projection.apply(vector)) : undefined;
    },
  };
}

/** Returns the text that is sent to the service: title and subjects, then the description. */
function embeddedText({ title, subjects, description }: ComparedText): string {
  return [title, subjects.join(', '), plainText(description)].filter((part) => part !== '').join('\n');
}

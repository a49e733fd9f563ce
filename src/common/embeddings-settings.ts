import type { EmbeddingsOptions } from '#contract/backend/backend.js';
import type { Settings } from '../settings.js';

/** @returns undefined if no embeddings service is configured */
export function readEmbeddingsSettings(
  settings: Pick<Settings, 'EMBEDDINGS_URL' | 'EMBEDDINGS_MODEL' | 'EMBEDDINGS_KEY'>,
): EmbeddingsOptions | undefined {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: apiKey } = settings;
  if (url === undefined || model === undefined) return undefined;
  return { url, model, ...(apiKey === undefined ? {} : { apiKey }) };
}

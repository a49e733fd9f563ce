import type { SearchFeature } from '#contract/search/search-features.js';
import type { Analysis } from './keyword-query.js';
import { PLAIN_WEIGHTS, RELEVANCE_WEIGHTS } from './score-parts.js';
import { Stemmer } from './stemmer.js';
import type { Synonyms } from './synonyms.js';

/**
 * Creates the analysis of jobs and of keywords in job searches.
 *
 * @param synonyms used if the feature `synonyms` is enabled
 */
export function jobAnalysis(features: readonly SearchFeature[], synonyms?: Synonyms): Analysis {
  return {
    ...(synonyms && features.includes('synonyms') && { synonyms }),
    skipsGenericWords: features.includes('relaxation'),
    stemmer: new Stemmer(features.includes('inflection') ? 'inflection' : 'derivation'),
    weights: features.includes('ranking') ? RELEVANCE_WEIGHTS : PLAIN_WEIGHTS,
  };
}

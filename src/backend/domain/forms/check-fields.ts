import type { ReferenceFacts } from '#contract/defined-form/check-fields.js';
import { isCountry } from '../../reference/places/countries.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';

/** Server data that form checks need. */
export interface Checking {
  terms: Pick<TermCatalog, 'find'>;
}

/** Reference data for the rules that forms share with browsers. */
export function referenceFacts({ terms }: Checking): ReferenceFacts {
  return {
    isTerm: (tid, vocabulary) => terms.find(tid)?.vid === vocabulary,
    slugOf: (tid) => terms.find(tid)?.slug,
    isCountry,
  };
}

import type { ReferenceFacts } from '#contract/defined-form/check-fields.js';
import { isCountry } from '../../reference/places/countries.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';

/** What checks of forms need of the server. */
export interface Checking {
  terms: Pick<TermCatalog, 'find'>;
}

/** What the rules that forms share with browsers ask of the reference data. */
export function referenceFacts({ terms }: Checking): ReferenceFacts {
  return {
    isTerm: (tid, vocabulary) => terms.find(tid)?.vid === vocabulary,
    slugOf: (tid) => terms.find(tid)?.slug,
    isCountry,
  };
}

import type { JobFacetName } from '#contract/search/job-search.js';

/** The facets whose values are few and of a vocabulary; organizations are counted apart. */
export const COMBO_FACETS = [
  'remote',
  'employment_type',
  'industry',
  'occupation',
  'experience',
] as const satisfies JobFacetName[];

export type ComboFacet = (typeof COMBO_FACETS)[number];

/** All facet values of a job, and for a remote one where people may live who take it. */
export interface Combo {
  /** By the order of COMBO_FACETS. Term ids, ascending. */
  values: readonly (readonly number[])[];
  eligibleCountries: readonly string[];
}

export function comboKey(combo: Combo): string {
  return [...combo.values.map((tids) => tids.join()), combo.eligibleCountries.join()].join('|');
}

export function parseComboKey(key: string): Combo {
  const parts = key.split('|').map((part) => (part === '' ? [] : part.split(',')));
  return {
    values: COMBO_FACETS.map((_, index) => (parts[index] ?? []).map(Number)),
    eligibleCountries: parts.at(-1) ?? [],
  };
}

export function isComboFacet(facet: JobFacetName): facet is ComboFacet {
  return facet !== 'company';
}

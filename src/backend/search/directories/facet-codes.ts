import type { FacetValue } from '../port/search.port.js';

// Of the 31 bits of an integer; what is left numbers the facets.
const VALUE_BITS = 24;
const MAX_VALUE = 2 ** VALUE_BITS - 1;

/** A facet and its value in one integer, so that one column and one index hold all facets. @returns -1: nothing has that value */
export function facetCode(facet: number, value: FacetValue): number {
  if (value !== null && (value < 1 || value > MAX_VALUE)) return -1;
  return facet * 2 ** VALUE_BITS + (value ?? 0);
}

/** Of an expression that is a code. */
export function facetOfCode(code: string): string {
  return `(${code} >> ${VALUE_BITS})`;
}

export function facetNumberOf(code: number): number {
  return code >> VALUE_BITS;
}

export function valueOfCode(code: number): number {
  return code & MAX_VALUE;
}

/** All codes of something. @param values by the number of the facet */
export function facetCodes(values: readonly (readonly number[])[]): number[] {
  return values.flatMap((own, facet) =>
    own.length === 0 ? [facetCode(facet, null)] : [...new Set(own)].map((value) => facetCode(facet, value)),
  );
}

/** The fields in which values of facets are chosen. */
export const FACET_VALUES = '[type="checkbox"], [type="radio"]';

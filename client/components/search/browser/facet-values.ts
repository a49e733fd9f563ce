/** The input fields of facet values. */
export const FACET_VALUES = '[type="checkbox"], [type="radio"]';

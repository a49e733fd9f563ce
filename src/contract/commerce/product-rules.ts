/** Of credits, slots, days or months. */
export const MAX_COUNT = 10_000;
/** In minor units: a million of most currencies. */
export const MAX_PRICE = 100_000_000;

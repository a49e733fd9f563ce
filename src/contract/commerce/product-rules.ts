/** Maximum number of credits, slots, days or months. */
export const MAX_COUNT = 10_000;
/** Maximum price in minor units: a million of most currencies. */
export const MAX_PRICE = 100_000_000;

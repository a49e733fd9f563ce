import type { EventKey, EventParameters, ParametersOf } from '#contract/measurement/events.js';
import { MEASUREMENT_META } from '#contract/measurement/page-measurement.js';

const TYPE = 'causeboard:track';

/**
 * An event has happened (docs/measurement.md). Whoever listens for `causeboard:track` on `window` gets `{ name, details }`; where the site
 * measures events, and the visitor agreed to it, it is sent.
 */
export function track<Key extends EventKey>(name: Key, details: ParametersOf<Key>): void {
  window.dispatchEvent(new CustomEvent(TYPE, { detail: { name, details } }));
  if (isMeasured()) void import('./measurement').then(({ measure }) => measure(name, details as EventParameters));
}

/** Measures the page itself. The script is loaded by pages that are measured alone. */
export function startMeasurement(): void {
  if (isMeasured()) void import('./measurement').then(({ measurePage }) => measurePage());
}

function isMeasured(): boolean {
  return document.querySelector(`meta[name="${MEASUREMENT_META}"]`) !== null;
}

import type { EventKey, EventParameters, ParametersOf } from '#contract/measurement/events.js';
import { MEASUREMENT_META, type PageMeasurement } from '#contract/measurement/page-measurement.js';

const TYPE = 'causeboard:track';

/**
 * An event has happened (docs/measurement.md). Whoever listens for `causeboard:track` on `window` gets `{ name, details }`; where the site
 * measures events, and the visitor agreed to it, it is sent.
 */
export function track<Key extends EventKey>(name: Key, details: ParametersOf<Key>): void {
  window.dispatchEvent(new CustomEvent(TYPE, { detail: { name, details } }));
  const page = pageMeasurement();
  if (page) void import('./measurement').then(({ measure }) => measure(page, name, details as EventParameters));
}

/** Measures the page itself. The script is loaded by pages that are measured alone. */
export function startMeasurement(): void {
  const page = pageMeasurement();
  if (page) void import('./measurement').then(({ measurePage }) => measurePage(page));
}

/** @returns undefined on pages that are not measured */
function pageMeasurement(): PageMeasurement | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${MEASUREMENT_META}"]`);
  return meta ? (JSON.parse(meta.content) as PageMeasurement) : undefined;
}

import { type EventKey, type EventParameters, type ParametersOf } from '#contract/measurement/events.js';
import { MEASUREMENT_META, type PageMeasurement } from '#contract/measurement/page-measurement.js';

const TYPE = 'causeboard:track';

/**
 * Reports an event (docs/measurement.md). Listeners for `causeboard:track` on `window` receive `{ name, details }`; if
 * the site measures events, and the visitor has agreed to that, the event is sent.
 */
export function track<Key extends EventKey>(name: Key, details: ParametersOf<Key>): void {
  window.dispatchEvent(new CustomEvent(TYPE, { detail: { name, details } }));
  const page = pageMeasurement();
  if (page) void import('./measurement').then(({ measure }) => measure(page, name, details as EventParameters));
}

/** Measures the page itself. The script is loaded only by pages that are measured. */
export function startMeasurement(): void {
  const page = pageMeasurement();
  if (page) void import('./measurement').then(({ measurePage }) => measurePage(page));
}

/** @returns undefined on pages that are not measured */
function pageMeasurement(): PageMeasurement | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${MEASUREMENT_META}"]`);
  return meta ? (JSON.parse(meta.content) as PageMeasurement) : undefined;
}

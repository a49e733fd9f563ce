import type { EventKey, ParametersOf } from '#contract/measurement/events.js';
import type { PublicSite } from '#contract/pages/public-site.js';

interface TrackedOptions<Key extends EventKey> {
  /** Of the job or organization. */
  id?: string;
  /** When it happens; missing: when the element is shown. */
  on?: 'click';
  /** What makes it another event than the last one of its kind; the id where it is missing. */
  occasion?: string;
  /** Whether it happens once while the browser is open, however often the page is loaded. */
  once?: boolean;
  parameters?: ParametersOf<Key>;
}

/** @returns attributes by which the script of the page tracks an event; none on sites that measure nothing */
export function tracked<Key extends EventKey>(
  { measurement }: Pick<PublicSite, 'measurement'>,
  event: Key,
  { id, on, occasion = id, once, parameters }: TrackedOptions<Key> = {},
): Record<`data-${string}`, string | undefined> {
  if (!measurement) return {};
  const said = id === undefined ? parameters : { ...parameters, entity_id: id };
  return {
    'data-track': event,
    'data-track-on': on,
    'data-track-occasion': occasion,
    'data-track-once': once ? '' : undefined,
    'data-track-parameters': said && JSON.stringify(said),
  };
}

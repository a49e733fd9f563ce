import type { EventKey, ParametersOf } from '#contract/measurement/events.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { useSite } from '../page-context';

type TrackedEventProps<Key extends EventKey> = { event: Key } & NonNullable<Parameters<typeof tracked<Key>>[2]>;

/** An event that is sent when the surrounding part of the page is shown. */
export function TrackedEvent<Key extends EventKey>({ event, ...options }: TrackedEventProps<Key>) {
  const site = useSite();
  return site.measurement ? <span hidden {...tracked(site, event, options)} /> : null;
}

interface TrackedOptions<Key extends EventKey> {
  /** Id of the job or organization. */
  id?: string;
  /** When the event is sent; undefined if it is when the element is shown. */
  on?: 'click';
  /** Distinguishes the event from the previous one of its kind; the id by default. */
  occasion?: string;
  /** Whether the event is sent only once per browser session, however often the page is loaded. */
  once?: boolean;
  parameters?: ParametersOf<Key>;
}

/** @returns attributes for the script that tracks events; empty on sites that measure nothing */
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

import type { EventKey } from '#contract/measurement/events.js';
import { useSite } from '../site-context';
import { tracked } from './tracked';

type TrackedEventProps<Key extends EventKey> = { event: Key } & NonNullable<Parameters<typeof tracked<Key>>[2]>;

/** An event that is sent when the surrounding part of the page is shown. */
export function TrackedEvent<Key extends EventKey>({ event, ...options }: TrackedEventProps<Key>) {
  const site = useSite();
  return site.measurement ? <span hidden {...tracked(site, event, options)} /> : null;
}

import { DISPATCH_PARAMETER, type DispatchedEvent } from '#contract/backend/dispatch.js';
import { track } from '../../lib/measurement/track';

const EVENTS: readonly DispatchedEvent[] = ['signup_start', 'login', 'sign_up'];

/** ROUTE-15: the address of the page after a sign-in or at the start of a sign-up says so, once. What else it says stays. */
export function trackDispatched(): void {
  const address = new URL(location.href);
  const said = address.searchParams.get(DISPATCH_PARAMETER);
  if (said === null) return;
  // First, so that nothing that goes wrong afterwards brings it back.
  address.searchParams.delete(DISPATCH_PARAMETER);
  history.replaceState(history.state, '', address);
  const name = EVENTS.find((each) => each === said.replaceAll('-', '_'));
  if (name) track(name, {});
}

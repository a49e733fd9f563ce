import { DISPATCH_PARAMETER, type DispatchedEvent } from '#contract/backend/dispatch.js';
import { track } from '../../lib/measurement/track';

const EVENTS: readonly DispatchedEvent[] = ['signup_start', 'login', 'sign_up'];

/**
 * ROUTE-15: reports a login or the start of a registration, once, if the address of the page contains it. Other
 * parameters stay.
 */
export function trackDispatched(): void {
  const address = new URL(location.href);
  const said = address.searchParams.get(DISPATCH_PARAMETER);
  if (said === null) return;
  // Removed first, so that it does not remain if a later step fails.
  address.searchParams.delete(DISPATCH_PARAMETER);
  history.replaceState(history.state, '', address);
  const name = EVENTS.find((each) => each === said.replaceAll('-', '_'));
  if (name) track(name, {});
}

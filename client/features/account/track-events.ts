import { DISPATCH_PARAMETER, type DispatchedEvent } from '#contract/backend/dispatch.js';

const EVENTS: readonly DispatchedEvent[] = ['signup_start', 'login'];

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

/** What happens to a visitor that whoever measures the site may want to know of. */
interface TrackedEvents {
  /** Somebody begins an account; `method`: by what. */
  signup_start: { method?: 'social' };
  /** Somebody has logged in. */
  login: object;
}

const TYPE = 'causeboard:track';

/** Tells the page of it: whoever listens for `causeboard:track` on `window` gets `{ name, details }`. Nothing leaves the browser here. */
export function track<Name extends keyof TrackedEvents>(name: Name, details: TrackedEvents[Name]): void {
  window.dispatchEvent(new CustomEvent(TYPE, { detail: { name, details } }));
}

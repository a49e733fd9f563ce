import { DISPATCH_PARAMETER, type DispatchedEvent } from '#contract/measurement/page-measurement.js';
import { track } from '../../../lib/measurement/track';
import { anonymousUserToken, store, read } from '../session/visitor-flags';

const EVENTS: readonly DispatchedEvent[] = ['signup_start', 'login', 'sign_up'];

const STARTED = 'social_signup_started';

/** Sends one event for each account that was created through another service, however many pages follow (AUTH-16). */
export function trackSocialSignup(): void {
  const isNew = document.querySelector('[data-new-via-social]') !== null;
  const isKnown =
    document.querySelector('[data-account-menu]') || document.documentElement.dataset.session === 'unauthenticated';
  // While the server cannot determine the session, the page says nothing about it.
  if (!isNew && isKnown) forget();
  else if (isNew && read(STARTED) === null && store(STARTED, 'true')) track('signup_start', { method: 'social' });
}

/**
 * Passes the visitor's previous activity on to the account. A separate script first checks whether the service is
 * available.
 */
export function startSocialButtons(ways: HTMLElement): void {
  for (const input of ways.querySelectorAll<HTMLInputElement>('input[name="anonymousUserToken"]')) {
    const form = input.form!;
    form.addEventListener('submit', (event) => {
      // Without a connection, the page reports that (`startOffline`).
      if (!navigator.onLine) return;
      event.preventDefault();
      input.value = anonymousUserToken() ?? '';
      void import('./begin-social-login').then(
        ({ beginSocialLogin }) => beginSocialLogin(form),
        () => form.submit(),
      );
    });
  }
}

function forget(): void {
  try {
    localStorage.removeItem(STARTED);
  } catch {
    // Then nothing was stored either.
  }
}

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

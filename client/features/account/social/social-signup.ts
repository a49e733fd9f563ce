import { track } from '../track-events';
import { anonymousUserToken, store, read } from '../session/visitor-flags';

const STARTED = 'social_signup_started';

/** One event for each account that was made by another service, however many pages follow (AUTH-16). */
export function trackSocialSignup(): void {
  const isNew = document.querySelector('[data-new-via-social]') !== null;
  if (!isNew) forget();
  else if (read(STARTED) === null && store(STARTED, 'true')) track('signup_start', { method: 'social' });
}

/** What a visitor did before goes along to the account. */
export function startSocialButtons(ways: HTMLElement): void {
  for (const input of ways.querySelectorAll<HTMLInputElement>('input[name="anonymousUserToken"]'))
    input.form?.addEventListener('submit', () => (input.value = anonymousUserToken() ?? ''));
}

function forget(): void {
  try {
    localStorage.removeItem(STARTED);
  } catch {
    // It keeps nothing either.
  }
}

import { cookieChoices } from './cookie-choices';

/** Key of the storage entry whose changes notify other tabs of a decision. */
const SIGNAL_KEY = 'causeboard-consent';

/**
 * Notifies other tabs of the content of the consent cookie. Writes nothing if nothing has changed, which is the case on
 * every page except the one after a decision.
 */
export function tellOtherTabs(): void {
  try {
    const text = JSON.stringify(cookieChoices());
    if (text !== '{}' && localStorage.getItem(SIGNAL_KEY) !== text) localStorage.setItem(SIGNAL_KEY, text);
  } catch {
    // Without storage, other tabs cannot know the decision either.
  }
}

/**
 * Calls the listener when the cookie may have changed since this page read it: another tab has saved a decision, or
 * this page was inactive meanwhile.
 */
export function whenDecidedElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === SIGNAL_KEY) listener();
  });
  // A page that is restored from the back-forward cache may be older than the last decision.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}

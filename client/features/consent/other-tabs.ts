import { cookieChoices } from './cookie-choices';

/** Other tabs hear of a decision by a change of this entry. */
const SIGNAL_KEY = 'causeboard-consent';

/** Tells other tabs what the consent cookie says. Writes nothing where nothing changed, as on every page but the one after a decision. */
export function tellOtherTabs(): void {
  try {
    const text = JSON.stringify(cookieChoices());
    if (text !== '{}' && localStorage.getItem(SIGNAL_KEY) !== text) localStorage.setItem(SIGNAL_KEY, text);
  } catch {
    // A browser that stores nothing has no other tabs that could know of it.
  }
}

/** Calls when the cookie may say something else than this page knows: another tab has decided, or this page was out of use meanwhile. */
export function whenDecidedElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === SIGNAL_KEY) listener();
  });
  // A page that comes back out of the browser's memory may be older than the last decision.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}

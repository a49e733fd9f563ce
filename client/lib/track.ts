/** What happens to a visitor that whoever measures the site may want to know of. */
export interface TrackedEvents {
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

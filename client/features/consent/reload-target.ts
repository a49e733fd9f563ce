import type { ConsentService } from '#contract/consent/consent-services.js';

/** Where a tab has what was typed into a page that is loaded anew. */
export const DRAFTS_KEY = 'causeboard-drafts';
const KEY = 'causeboard-consent-reload';
/** A page that was loaded anew for a decision is loaded again for the same one only after this time. */
const MAX_AGE_MS = 30_000;

/**
 * Remembers in this tab for which services the page is loaded anew. A provider that answers one thing at first and another a moment
 * later would have the page loaded again and again otherwise.
 */
export function rememberReload(granted: readonly ConsentService[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ granted, at: Date.now() }));
  } catch {
    // A browser that stores nothing does not remember decisions either.
  }
}

/** @returns for which services the page has just been loaded anew; undefined: it was not */
export function reloadTarget(): readonly ConsentService[] | undefined {
  try {
    const { granted, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{"at":0}') as {
      granted?: ConsentService[];
      at: number;
    };
    return Date.now() - at < MAX_AGE_MS ? granted : undefined;
  } catch {
    return undefined;
  }
}

/** Whether something was typed into a page that was loaded anew. */
export function hasDrafts(): boolean {
  try {
    return sessionStorage.getItem(DRAFTS_KEY) !== null;
  } catch {
    return false;
  }
}

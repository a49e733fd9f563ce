import type { ConsentService } from '#contract/consent/consent-services.js';

/** Key of the typed values that a tab saves for a reload. */
export const DRAFTS_KEY = 'causeboard-drafts';
const KEY = 'causeboard-consent-reload';
/** A page that was reloaded because of a decision is reloaded for the same decision again only after this time. */
const MAX_AGE_MS = 30_000;

/**
 * Remembers in this tab for which services the page is reloaded. Otherwise, a provider that reports a different state
 * at first and the final one a moment later would cause endless reloads.
 */
export function rememberReload(granted: readonly ConsentService[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ granted, at: Date.now() }));
  } catch {
    // Without storage, the browser does not remember decisions either.
  }
}

/** @returns the services for which the page has just been reloaded; undefined if it was not reloaded */
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

/** Whether typed values were saved before a reload. */
export function hasDrafts(): boolean {
  try {
    return sessionStorage.getItem(DRAFTS_KEY) !== null;
  } catch {
    return false;
  }
}

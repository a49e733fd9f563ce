/** Name of the app config setting with the name of the campaign parameter in addresses: `utm_source`. */
export const CREATION_SOURCE_SETTING = 'creation_source';
/** Name of the page's meta element for that parameter, and of the session storage entry for its value. */
export const CREATION_SOURCE_META = 'creation-source';
const KEY = 'creation_source';
const MAX_LENGTH = 200;

/** Remembers for the browser session the campaign that led to its first page (PAGE-05); later pages are ignored. */
export function rememberCreationSource(): void {
  const parameter = document.querySelector<HTMLMetaElement>(`meta[name="${CREATION_SOURCE_META}"]`)?.content;
  if (!parameter) return;
  try {
    if (sessionStorage.getItem(KEY) !== null) return;
    const value = new URLSearchParams(location.search).get(parameter) ?? '';
    sessionStorage.setItem(KEY, value.slice(0, MAX_LENGTH));
  } catch {
    // Storage is not available: nothing is remembered.
  }
}

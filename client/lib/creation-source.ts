/** The entry of the app config that names the parameter which campaigns put into addresses: `utm_source`. */
export const CREATION_SOURCE_SETTING = 'creation_source';
/** Where the page tells its script so, and where the browser session keeps what it found. */
export const CREATION_SOURCE_META = 'creation-source';
const KEY = 'creation_source';
const MAX_LENGTH = 200;

/** Remembers for the browser session which campaign its first page came from (PAGE-05); of later ones nothing. */
export function rememberCreationSource(): void {
  const parameter = document.querySelector<HTMLMetaElement>(`meta[name="${CREATION_SOURCE_META}"]`)?.content;
  if (!parameter) return;
  try {
    if (sessionStorage.getItem(KEY) !== null) return;
    const value = new URLSearchParams(location.search).get(parameter) ?? '';
    sessionStorage.setItem(KEY, value.slice(0, MAX_LENGTH));
  } catch {
    // Storage is closed to us: nothing is remembered.
  }
}

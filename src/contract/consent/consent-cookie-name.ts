/** The cookie's name and format are those of Klaro 0.7, so that its script and tools for it can read our cookie. By itself for small scripts. */
export const CONSENT_COOKIE = 'klaro';

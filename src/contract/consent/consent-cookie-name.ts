/** Name and format of the cookie are those of Klaro 0.7, so that its script and tools can read it. In a separate file for small scripts. */
export const CONSENT_COOKIE = 'klaro';

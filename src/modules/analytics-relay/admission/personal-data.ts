const EMAIL = /[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,255}/g;
/** Email addresses that are percent-encoded in a URL. */
const ENCODED_EMAIL = /[\w.+-]{1,64}%40[\w.-]{1,255}/gi;
const IPV4 = /\b(?:\d{1,3}\.){3}\d{1,3}\b/g;
const IPV6 = /(?:\b[\da-f]{1,4}|:)(?::[\da-f]{0,4}){2,7}\b/gi;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Long runs of characters that may be link keys or signed tokens. */
const MAYBE_TOKEN = /[\w.~-]{24,}/g;
const MIN_TOKEN_RUN = 16;

/** Areas of the site whose URLs reveal something about a person. */
const PRIVATE_PATHS =
  /^(\/[a-z]{2}(?:-[a-z]{2})?)?\/(user|admin|resume|cv|lebenslauf|applications?|dashboard|alert)(\/|$)/i;

/** @returns the text without email addresses, tokens and IP addresses, and with URLs shortened to their part before the query */
export function withoutPersonalData(text: string): string {
  const address = /^(?:https?:)?\/{1,2}\S*$/i.test(text) ? pageAddress(text) : text;
  return address
    .replace(EMAIL, '[email]')
    .replace(ENCODED_EMAIL, '[email]')
    .replace(MAYBE_TOKEN, (word) => (isToken(word) ? '[token]' : word))
    .replace(IPV4, '[ip]')
    .replace(IPV6, '[ip]');
}

/**
 * @param address absolute URL, or a path
 * @returns the URL without query and fragment; for pages about a person only the area
 */
export function pageAddress(address: string): string {
  const isPath = address.startsWith('/');
  if (isPath ? !URL.canParse(address, 'http://path') : !URL.canParse(address)) return '/';
  const { origin, pathname } = new URL(address, 'http://path');
  const area = PRIVATE_PATHS.exec(pathname);
  const path = area ? `${area[1] ?? ''}/${area[2]!}` : pathname;
  return isPath && !address.startsWith('//') ? path : origin + path;
}

/** Detects tokens by their mix of letters and digits, which does not occur in words; ids of organizations and resumes do not count. */
function isToken(word: string): boolean {
  if (UUID.test(word)) return false;
  return word.split(/[.~-]/).some((run) => run.length >= MIN_TOKEN_RUN && /\d/.test(run) && /[a-z]/i.test(run));
}

const MAX_LENGTH = 2000;
/** An origin that no response can have: paths are resolved against it to detect whether they leave the site. */
const OWN_ORIGIN = 'http://own.invalid';

/**
 * Returns where a user is redirected after logging in or out: a path of this site or a URL of its origin; everything else becomes the
 * origin (contracts §4). Browsers drop tabs and line breaks and treat `\` as `/`, so the URL is checked in their interpretation.
 *
 * @param origin without a trailing slash
 * @returns an absolute URL whose path is also safe when used alone
 */
export function safeCallbackUrl(wanted: string | undefined, origin: string): string {
  if (!wanted || wanted.length > MAX_LENGTH || !namesPlace(wanted, origin) || !URL.canParse(wanted, origin))
    return origin;
  const url = new URL(wanted, origin);
  const isOurs = url.origin === new URL(origin).origin && url.username === '' && url.password === '';
  return isOurs && !namesHost(url) ? url.href : origin;
}

/** Returns a path of this site for any input; the home page if the input leads elsewhere. */
export function localAddress(wanted: string, origin: string): string {
  const safe = safeCallbackUrl(wanted, origin);
  return URL.canParse(safe) ? pathOf(new URL(safe)) : '/';
}

/**
 * Sanitizes a `Location` header, or the `redirect` that a script passes to `location.assign`. All redirects pass through this function, so
 * that a single mistake elsewhere does not lead people to another site.
 *
 * @param target a path of this site, or an absolute URL chosen by the code itself (a login provider, another host of the site)
 * @returns the same target in ASCII; a path always stays on this site, and anything else becomes the home page
 */
export function redirectLocation(target: string): string {
  if (/^https?:\/\//i.test(target)) return URL.canParse(target) ? new URL(target).href : '/';
  if (!target.startsWith('/') || !URL.canParse(target, OWN_ORIGIN)) return '/';
  const url = new URL(target, OWN_ORIGIN);
  return url.origin === OWN_ORIGIN && !namesHost(url) ? pathOf(url) : '/';
}

function pathOf({ pathname, search, hash }: URL): string {
  return pathname + search + hash;
}

/** Such a path alone would be interpreted as another host: `/.//evil.example` and `https://jobs.example//evil.example` result in one. */
function namesHost({ pathname }: URL): boolean {
  return /^\/[/\\]/.test(pathname);
}

/** `https:evil` is relative to a base of the same scheme, so a target with a scheme must also contain the origin. */
function namesPlace(wanted: string, origin: string): boolean {
  if (wanted.startsWith('/')) return true;
  const start = wanted.slice(0, origin.length + 1).toLowerCase();
  return start === origin.toLowerCase() || start === `${origin.toLowerCase()}/`;
}

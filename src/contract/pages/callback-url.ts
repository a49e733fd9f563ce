const MAX_LENGTH = 2000;
/** An origin that no answer can have: a path is resolved against it to see whether it leaves the site. */
const OWN_ORIGIN = 'http://own.invalid';

/**
 * Where somebody is sent who has logged in or out: a path of this site or an address of its origin; everything else becomes the
 * origin (contracts §4). Browsers drop tabs and line breaks and take `\` for `/`, so an address is judged as they read it.
 *
 * @param origin without a slash at the end
 * @returns an absolute address whose path is safe to be used alone
 */
export function safeCallbackUrl(wanted: string | undefined, origin: string): string {
  if (!wanted || wanted.length > MAX_LENGTH || !namesPlace(wanted, origin) || !URL.canParse(wanted, origin))
    return origin;
  const url = new URL(wanted, origin);
  const isOurs = url.origin === new URL(origin).origin && url.username === '' && url.password === '';
  return isOurs && !namesHost(url) ? url.href : origin;
}

/** A path of this site, whatever was wanted; its home where that was elsewhere. */
export function localAddress(wanted: string, origin: string): string {
  const safe = safeCallbackUrl(wanted, origin);
  return URL.canParse(safe) ? pathOf(new URL(safe)) : '/';
}

/**
 * What a `Location` header, or the `redirect` that a script hands to `location.assign`, may say. Everything that answers with a
 * redirect passes through here, so that one mistake elsewhere does not lead people to another site.
 *
 * @param target a path of this site, or an absolute address that the code itself has chosen (a login provider, another host of the site)
 * @returns the same in ASCII; a path stays on the site whatever it says, and what is neither becomes the home page
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

/** The path alone would be read as another host: `/.//evil.example` and `https://jobs.example//evil.example` end up like that. */
function namesHost({ pathname }: URL): boolean {
  return /^\/[/\\]/.test(pathname);
}

/** `https:evil` is a path for a base of the same scheme: whoever writes a scheme has to write the origin. */
function namesPlace(wanted: string, origin: string): boolean {
  if (wanted.startsWith('/')) return true;
  const start = wanted.slice(0, origin.length + 1).toLowerCase();
  return start === origin.toLowerCase() || start === `${origin.toLowerCase()}/`;
}

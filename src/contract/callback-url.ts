const LONGEST = 2000;

/**
 * Where somebody is sent who has logged in or out: a path of this site or an address of its origin; everything else becomes the
 * origin (contracts §4). Browsers drop tabs and line breaks and take `\` for `/`, so an address is judged as they read it.
 *
 * @param origin without a slash at the end
 * @returns an absolute address
 */
export function safeCallbackUrl(wanted: string | undefined, origin: string): string {
  if (!wanted || wanted.length > LONGEST || !namesPlace(wanted, origin) || !URL.canParse(wanted, origin)) return origin;
  const url = new URL(wanted, origin);
  const isOurs = url.origin === new URL(origin).origin && url.username === '' && url.password === '';
  return isOurs ? url.href : origin;
}

/** A path of this site, whatever was wanted; its home where that was elsewhere. */
export function localAddress(wanted: string, origin: string): string {
  const { pathname, search, hash } = new URL(safeCallbackUrl(wanted, origin));
  return pathname + search + hash;
}

/** `https:evil` is a path for a base of the same scheme: whoever writes a scheme has to write the origin. */
function namesPlace(wanted: string, origin: string): boolean {
  if (wanted.startsWith('/')) return true;
  const start = wanted.slice(0, origin.length + 1).toLowerCase();
  return start === origin.toLowerCase() || start === `${origin.toLowerCase()}/`;
}

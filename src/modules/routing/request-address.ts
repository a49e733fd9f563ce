/** An address as it was asked for, taken apart. */
export interface RequestAddress {
  /** Decoded, with its leading slash, without a slash at the end. */
  path: string;
  query: URLSearchParams;
}

/** Longest address that is looked at (bytes); what any link of ours needs is far below. */
export const MAX_ADDRESS_LENGTH = 8192;

/**
 * @param url path and query as in the request line
 * @returns what is wrong with it, in words for people, when it cannot be read
 */
export function readAddress(
  url: string,
): { ok: true; address: RequestAddress } | { ok: false; status: 400 | 414; reason: string } {
  if (url.length > MAX_ADDRESS_LENGTH) return { ok: false, status: 414, reason: 'This address is too long.' };
  const [rawPath = '/', ...rest] = url.split('?');
  const query = new URLSearchParams(rest.join('?'));
  try {
    const path = decodeURIComponent(rawPath).normalize('NFC');
    if (hasControlCharacter(path))
      return { ok: false, status: 400, reason: 'This address holds a character that no page has.' };
    return { ok: true, address: { path: path.replace(/\/+$/, '') || '/', query: withoutControlCharacters(query) } };
  } catch {
    return { ok: false, status: 400, reason: 'This address is not spelled right.' };
  }
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function withoutControlCharacters(query: URLSearchParams): URLSearchParams {
  const clean = new URLSearchParams();
  for (const [name, value] of query) clean.append(name, value.replace(/\p{Cc}+/gu, ' '));
  return clean;
}

const ANONYMOUS_TOKEN = 'anonymousUserToken';
const LOGGED_IN = 'user_logged_in';

/** This browser's token for an anonymous visitor, so that the account can take over their activity (AUTH-04). */
export function anonymousUserToken(): string | undefined {
  const known = read(ANONYMOUS_TOKEN);
  if (known) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return store(ANONYMOUS_TOKEN, made) ? made : undefined;
}

/** Remembers that a user has logged in in this browser, so that the login prompt is not shown (AUTH-13). */
export function rememberLogin(): void {
  store(LOGGED_IN, 'true');
}

export function hasLoggedIn(): boolean {
  return read(LOGGED_IN) !== null;
}

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @returns whether the value was stored */
export function store(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

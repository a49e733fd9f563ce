/** Where `client/lib/creation-source.ts` remembers the campaign of a visit. */
const VISIT_KEY = 'creation_source';
/** The link in the mail of a registration opens another tab, which knows nothing of the visit. */
const SIGNUP_KEY = 'signup_creation_source';

/** @returns the campaign that led to an account; remembered when the account is begun, forgotten when it is complete */
export function creationSource(event: 'signup_start' | 'sign_up'): string | undefined {
  try {
    const source = sessionStorage.getItem(VISIT_KEY) || localStorage.getItem(SIGNUP_KEY);
    if (event === 'sign_up') localStorage.removeItem(SIGNUP_KEY);
    else if (source) localStorage.setItem(SIGNUP_KEY, source);
    return source?.slice(0, MAX_LENGTH) || undefined;
  } catch {
    return undefined;
  }
}

/** Relays take no more. */
const MAX_LENGTH = 100;

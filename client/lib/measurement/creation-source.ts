/** Key under which `client/lib/creation-source.ts` stores the campaign of a visit. */
const VISIT_KEY = 'creation_source';
/**
 * Kept in another storage, because the link in the registration mail opens another tab, which has no data of the visit.
 */
const SIGNUP_KEY = 'signup_creation_source';

/** @returns the campaign that led to an account; stored when registration begins, deleted when it is complete */
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

/** Maximum length that relays accept. */
const MAX_LENGTH = 100;

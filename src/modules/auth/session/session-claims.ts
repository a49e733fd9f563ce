/** AUTH-05. */
export const SESSION_SECONDS = 2_592_000;

/** What a session cookie says. Browsers cannot read it. */
export interface SessionClaims {
  /** For the backend's Authorization header. */
  jwt: string;
  name: string;
  email: string;
  image?: string;
  /** An administrator acts as this user. */
  masqueraded?: boolean;
  isNewUserViaSocial?: boolean;
}

import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { AccountError, AccountResult, JwtToken, LoginResult, Session } from '#contract/generated/resolvers.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { type RuleMessage, type SiteTexts, textsOf } from '../../platform/texts/site-texts.js';
import type { Place } from './account-place.js';
import { accountMessage } from './account-messages.js';
import type { LoginOutcome } from './login/login.js';

/** @returns errors of the contract, with messages in the texts of the site and the language of the request */
export function errorsOf<Violation extends { field?: string }>(
  violations: readonly Violation[],
  { site, locale }: Pick<RequestContext, 'site' | 'locale'>,
  messageOf: (violation: Violation, texts: SiteTexts) => RuleMessage & Partial<Pick<AccountError, 'code'>>,
): AccountError[] {
  const texts = textsOf(site, locale);
  return violations.map((violation) => ({
    __typename: 'AccountError',
    field: violation.field ?? null,
    code: null,
    ...messageOf(violation, texts),
  }));
}

export function accountErrors(
  violations: readonly AccountViolation[],
  context: Pick<RequestContext, 'site' | 'locale'>,
): AccountError[] {
  return errorsOf(violations, context, (violation, texts) => {
    const message = accountMessage(violation, texts);
    // The login page offers to send the confirmation again.
    return violation.rule === 'unconfirmed' ? Object.assign(message, { code: violation.rule }) : message;
  });
}

export function accountResult(violations: readonly AccountViolation[], context: RequestContext): AccountResult {
  return { __typename: 'AccountResult', errors: accountErrors(violations, context) };
}

/** Error types for refused logins, by rule; only for rules that have a type of their own. */
const LOGIN_ERRORS: Partial<Record<string, 'UnconfirmedAddressError' | 'BlockedAccountError'>> = {
  unconfirmed: 'UnconfirmedAddressError',
  blocked: 'BlockedAccountError',
};

/** Result of a login with email and password. The type of an error tells the client which steps it can offer. */
export function jwtToken(outcome: LoginOutcome, context: RequestContext): JwtToken {
  if (outcome.ok) return { __typename: 'JwtToken', jwt: outcome.jwt, errors: [], session: begunSession(outcome.jwt) };
  const errors = accountErrors(outcome.violations, context).map(({ code, ...error }) => {
    const type = LOGIN_ERRORS[error.rule];
    return type ? { ...error, __typename: type } : { ...error, code };
  });
  return { __typename: 'JwtToken', jwt: null, errors, session: null };
}

/** @param how the fields that depend on how the session was started */
export function loginResult(
  outcome: LoginOutcome,
  context: RequestContext,
  how: Partial<Pick<Session, 'masqueraded'>> = {},
): LoginResult {
  const __typename = 'LoginResult';
  return outcome.ok
    ? { __typename, jwt: outcome.jwt, errors: [], session: begunSession(outcome.jwt, how) }
    : { __typename, jwt: null, errors: accountErrors(outcome.violations, context), session: null };
}

/** Fields of the specification for a session, including those that depend on how the session was started. */
export function begunSession(
  jwt: string,
  { masqueraded = false, isNewUserViaSocial = false }: Partial<Omit<Session, 'jwt'>> = {},
): Session {
  return { jwt, masqueraded, isNewUserViaSocial };
}

export function placeOf({ site, language, locale, now }: RequestContext): Place {
  return { site: site.name, language, locale, now, roles: site.roles, gdprConsent: site.gdprConsent };
}

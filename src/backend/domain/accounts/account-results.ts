import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { AccountError, AccountResult, JwtToken, LoginResult, Session } from '#contract/generated/resolvers.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { type RuleMessage, type SiteTexts, textsOf } from '../../platform/texts/site-texts.js';
import type { Place } from './account-place.js';
import { accountMessage } from './account-messages.js';
import type { LoginOutcome } from './login/login.js';

/** @returns errors of the contract, each with its message in the words of the site and the language of the request */
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

/** The types of errors that a login is refused with, by the rule where it has a type of its own. */
const LOGIN_ERRORS: Partial<Record<string, 'UnconfirmedAddressError' | 'BlockedAccountError'>> = {
  unconfirmed: 'UnconfirmedAddressError',
  blocked: 'BlockedAccountError',
};

/** The answer to email and password: the type of an error tells which way on there is. */
export function jwtToken(outcome: LoginOutcome, context: RequestContext): JwtToken {
  if (outcome.ok) return { __typename: 'JwtToken', jwt: outcome.jwt, errors: [], session: begunSession(outcome.jwt) };
  const errors = accountErrors(outcome.violations, context).map(({ code, ...error }) => {
    const type = LOGIN_ERRORS[error.rule];
    return type ? { ...error, __typename: type } : { ...error, code };
  });
  return { __typename: 'JwtToken', jwt: null, errors, session: null };
}

/** @param how what is particular about the session that has begun */
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

/** A session as the specification names its fields; the way it began decides what is particular about it. */
export function begunSession(
  jwt: string,
  { masqueraded = false, isNewUserViaSocial = false }: Partial<Omit<Session, 'jwt'>> = {},
): Session {
  return { jwt, masqueraded, isNewUserViaSocial };
}

export function placeOf({ site, language, locale, now }: RequestContext): Place {
  return { site: site.name, language, locale, now, roles: site.roles, gdprConsent: site.gdprConsent };
}

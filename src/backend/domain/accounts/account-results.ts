import {
  type AccountViolation,
  type AccountRule,
  CHECKED_RULES,
  CHECKED_RULE_VALUES,
  MAX_APPROVAL_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
} from '#contract/accounts/account-rules.js';
import type { AccountError, AccountResult, JwtToken, LoginResult, Session } from '#contract/generated/resolvers.js';
import type { SiteRoles } from '#contract/accounts/account-roles.js';
import type { MessageValues } from '#shared/text/translator.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { type RuleMessage, type SiteTexts, textsOf, ruleMessage } from '../../platform/texts/site-texts.js';
import type { LoginOutcome } from './login/login.js';

const VALUES: Readonly<Partial<Record<AccountRule, MessageValues>>> = {
  ...CHECKED_RULE_VALUES,
  tooLong: { max: MAX_NAME_LENGTH },
  messageLong: { max: MAX_APPROVAL_MESSAGE_LENGTH },
};

/** Site, language and time of an action on an account; mail about the action is sent for this site, in this language. */
export interface Place {
  site: string;
  /** For example `en`. */
  language: string;
  /** Language with its region if known: `en-CA`. */
  locale?: string;
  now: Date;
  /** Roles that visitors can register for on the site; omit for both. */
  roles?: SiteRoles;
  /** Whether registration shows a consent text; omitted means true. */
  gdprConsent?: boolean;
}

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

/** Rules that the browser checks too use the same message in both places. */
export function accountMessage({ rule, names }: AccountViolation, { t, locale }: SiteTexts): RuleMessage {
  const key = CHECKED_RULES.includes(rule) ? `rules.account.${rule}` : `errors.account.${rule}`;
  return ruleMessage(t, key, names ? { names: new Intl.ListFormat(locale).format(names) } : VALUES[rule]);
}

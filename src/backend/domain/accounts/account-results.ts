import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { AccountError, AccountResult, LoginResult } from '#contract/generated/resolvers.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { textsOf } from '../../platform/texts/site-texts.js';
import type { Place } from './account-place.js';
import { accountMessage } from './fault-messages.js';
import type { LoginOutcome } from './login/login.js';

export function accountErrors(
  violations: readonly AccountViolation[],
  { site, locale }: Pick<RequestContext, 'site' | 'locale'>,
): AccountError[] {
  const texts = textsOf(site, locale);
  return violations.map((violation) => ({
    __typename: 'AccountError',
    field: violation.field ?? null,
    code: violation.rule === 'unconfirmed' ? 'unconfirmed' : null,
    ...accountMessage(violation, texts),
  }));
}

export function accountResult(violations: readonly AccountViolation[], context: RequestContext): AccountResult {
  return { __typename: 'AccountResult', errors: accountErrors(violations, context) };
}

export function loginResult(outcome: LoginOutcome, context: RequestContext): LoginResult {
  return outcome.ok
    ? { __typename: 'LoginResult', jwt: outcome.jwt, errors: [] }
    : { __typename: 'LoginResult', jwt: null, errors: accountErrors(outcome.violations, context) };
}

export function placeOf({ site, language, now }: RequestContext): Place {
  return { site: site.name, language, now };
}

import type { AccountFault } from '#contract/accounts/account-rules.js';
import type { AccountError, AccountResult, LoginResult } from '#contract/generated/resolvers.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { Place } from './account-place.js';
import { messageOf } from './fault-messages.js';
import type { LoginOutcome } from './login/login.js';

export function accountErrors(faults: readonly AccountFault[], { language }: RequestContext): AccountError[] {
  return faults.map((fault) => ({
    __typename: 'AccountError',
    field: fault.field ?? null,
    message: messageOf(fault, language),
    code: fault.rule === 'unconfirmed' ? 'unconfirmed' : null,
  }));
}

export function accountResult(faults: readonly AccountFault[], context: RequestContext): AccountResult {
  return { __typename: 'AccountResult', errors: accountErrors(faults, context) };
}

export function loginResult(outcome: LoginOutcome, context: RequestContext): LoginResult {
  return outcome.ok
    ? { __typename: 'LoginResult', jwt: outcome.jwt, errors: [] }
    : { __typename: 'LoginResult', jwt: null, errors: accountErrors(outcome.faults, context) };
}

export function placeOf({ site, language, now }: RequestContext): Place {
  return { site: site.name, language, now };
}

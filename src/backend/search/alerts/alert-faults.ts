import type { AccountError } from '#contract/generated/resolvers.js';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import { accountMessage } from '../../domain/accounts/fault-messages.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { ruleMessage } from '../../platform/texts/rule-message.js';
import { textsOf } from '../../platform/texts/site-texts.js';

const ALERT_RULES = ['seconds', 'many', 'off'] as const;

/** What can be wrong with an alert; the account's own words serve for the rest. */
type AlertRule = (typeof ALERT_RULES)[number];

export interface AlertViolation {
  field?: string;
  rule: AlertRule | AccountViolation['rule'];
}

export function alertErrors(
  violations: readonly AlertViolation[],
  { site, locale }: Pick<RequestContext, 'site' | 'locale'>,
): AccountError[] {
  const texts = textsOf(site, locale);
  return violations.map(({ field, rule }) => ({
    __typename: 'AccountError',
    field: field ?? null,
    code: null,
    ...(isOwn(rule) ? ruleMessage(texts.t, `errors.alert.${rule}`) : accountMessage({ rule }, texts)),
  }));
}

function isOwn(rule: AlertViolation['rule']): rule is AlertRule {
  return ALERT_RULES.some((own) => own === rule);
}

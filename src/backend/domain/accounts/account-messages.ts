import {
  type AccountViolation,
  type AccountRule,
  CHECKED_RULES,
  CHECKED_RULE_VALUES,
  MAX_APPROVAL_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
} from '#contract/accounts/account-rules.js';
import type { MessageValues } from '#shared/text/translator.js';
import { type RuleMessage, ruleMessage, type SiteTexts } from '../../platform/texts/site-texts.js';

const VALUES: Readonly<Partial<Record<AccountRule, MessageValues>>> = {
  ...CHECKED_RULE_VALUES,
  tooLong: { max: MAX_NAME_LENGTH },
  messageLong: { max: MAX_APPROVAL_MESSAGE_LENGTH },
};

/** Rules that the browser checks too use the same message in both places. */
export function accountMessage({ rule, names }: AccountViolation, { t, locale }: SiteTexts): RuleMessage {
  const key = CHECKED_RULES.includes(rule) ? `rules.account.${rule}` : `errors.account.${rule}`;
  return ruleMessage(t, key, names ? { names: new Intl.ListFormat(locale).format(names) } : VALUES[rule]);
}

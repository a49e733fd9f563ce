import type { ErrorParam } from '#contract/generated/resolvers.js';
import type { MessageValues, Translate } from '#shared/text/translator.js';

/** What is said of a rule that somebody's input breaks, and what it is made of, for programs that have words of their own. */
export interface RuleMessage {
  rule: string;
  params: ErrorParam[];
  message: string;
}

/** @param key of the message; its last part is the rule @param values that the message names, such as a limit */
export function ruleMessage(t: Translate, key: string, values: MessageValues = {}): RuleMessage {
  return {
    rule: key.slice(key.lastIndexOf('.') + 1),
    params: Object.entries(values).map(([name, value]) => ({ name, value: String(value) })),
    message: t(key, values),
  };
}

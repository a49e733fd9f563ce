import type { CheckedRules } from '#contract/defined-form/form-rules.js';
import type { Translate } from '#shared/text/translator.js';

/**
 * What a page writes into a form for its script to say.
 *
 * @param group of `rules.json`, with the rules that only this form has
 * @param own those rules, and what their messages name; what is asked of every form is said as in forms of accounts
 */
export function ruleMessages(
  t: Translate,
  group: 'contact' | 'application',
  own: CheckedRules<string>,
): Record<string, string> {
  const named = Object.entries(own).map(([rule, values]) => [rule, t(`rules.${group}.${rule}`, values)] as const);
  return Object.fromEntries([['required', t('rules.account.required')], ['email', t('rules.account.email')], ...named]);
}

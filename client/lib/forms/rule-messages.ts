import type { CheckedRules } from '#contract/defined-form/form-rules.js';
import type { Translate } from '#shared/text/translator.js';

/**
 * Messages that a page writes into a form for its script.
 *
 * @param group group in `rules.json` with the rules that only this form has
 * @param own these rules, with the values for their messages; common rules have the same messages as in account forms
 */
export function ruleMessages(
  t: Translate,
  group: 'contact' | 'application',
  own: CheckedRules<string>,
): Record<string, string> {
  const named = Object.entries(own).map(([rule, values]) => [rule, t(`rules.${group}.${rule}`, values)] as const);
  return Object.fromEntries([['required', t('rules.account.required')], ['email', t('rules.account.email')], ...named]);
}

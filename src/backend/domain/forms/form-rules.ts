import type { FieldDefinition } from '#contract/defined-form/defined-form.js';
import {
  CHECKED_FORM_RULES,
  FORM_RULE_VALUES,
  type FormRule,
  type FormViolation,
} from '#contract/defined-form/form-rules.js';
import type { FormError } from '#contract/generated/resolvers.js';
import type { MessageValues, Translate } from '#shared/text/translator.js';
import type { ReferenceFacts } from '#contract/defined-form/check-fields.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { type RuleMessage, ruleMessage, textsOf } from '../../platform/texts/site-texts.js';
import { isCountry } from '../../reference/places/countries.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';

/** @param fields fields of the form, to find the step that each belongs to */
export type FormErrors<Rule extends string> = (
  violations: readonly FormViolation<FormRule | Rule>[],
  context: Pick<RequestContext, 'site' | 'locale'>,
  fields?: readonly FieldDefinition[],
) => FormError[];

/**
 * @param group key in the catalogues `errors` and `rules`, with the messages for rules that only this form has
 * @param own rules that only the backend checks, with the values of their messages
 * @param checked rules that browsers check as well
 */
export function formErrorsWith<Rule extends string, Checked extends Rule = never>(
  group: string,
  own: Readonly<Record<Exclude<Rule, Checked>, MessageValues>>,
  checked: Readonly<Record<Checked, MessageValues>>,
): FormErrors<Rule> {
  const messageOf = (rule: FormRule | Rule, t: Translate, named: MessageValues = {}): RuleMessage => {
    if (Object.hasOwn(own, rule))
      return ruleMessage(t, `errors.${group}.${rule}`, { ...own[rule as Exclude<Rule, Checked>], ...named });
    if (Object.hasOwn(checked, rule)) return ruleMessage(t, `rules.${group}.${rule}`, checked[rule as Checked]);
    return Object.hasOwn(CHECKED_FORM_RULES, rule)
      ? ruleMessage(t, `rules.form.${rule}`, { ...CHECKED_FORM_RULES[rule as FormRule], ...named })
      : ruleMessage(t, `errors.form.${rule}`, FORM_RULE_VALUES[rule as FormRule]);
  };
  return (violations, { site, locale }, fields = []) => {
    const { t } = textsOf(site, locale);
    return violations.map(({ field, rule, values }) => ({
      __typename: 'FormError',
      field: field ?? null,
      step: fields.find(({ name }) => name === field?.split('.')[0])?.step ?? null,
      ...messageOf(rule, t, values),
    }));
  };
}

/** Server data that form checks need. */
export interface Checking {
  terms: Pick<TermCatalog, 'find'>;
}

/** Reference data for the rules that forms share with browsers. */
export function referenceFacts({ terms }: Checking): ReferenceFacts {
  return {
    isTerm: (tid, vocabulary) => terms.find(tid)?.vid === vocabulary,
    slugOf: (tid) => terms.find(tid)?.slug,
    isCountry,
  };
}

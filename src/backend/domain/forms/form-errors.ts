import { MAX_PICTURE_PIXELS } from '#contract/applications/uploads.js';
import type { FieldDefinition } from '#contract/defined-form/defined-form.js';
import type { FormViolation, FormRule } from '#contract/defined-form/form-rules.js';
import type { FormError } from '#contract/generated/resolvers.js';
import type { MessageValues } from '#shared/text/translator.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { ruleMessage, textsOf } from '../../platform/texts/site-texts.js';

/** @param fields of the form, to say in which step of it each is */
export type FormErrors<Rule extends string> = (
  violations: readonly FormViolation<FormRule | Rule>[],
  context: Pick<RequestContext, 'site' | 'locale'>,
  fields?: readonly FieldDefinition[],
) => FormError[];

/** What the messages of any form name. */
const VALUES: Readonly<Partial<Record<string, MessageValues>>> = {
  picture: { megapixels: MAX_PICTURE_PIXELS / 1_000_000 },
};

/**
 * @param group of the catalogue `errors`, with what is said of the rules that only this form has
 * @param own those rules, and what their messages name
 */
export function formErrorsWith<Rule extends string>(
  group: string,
  own: Readonly<Record<Rule, MessageValues>>,
): FormErrors<Rule> {
  return (violations, { site, locale }, fields = []) => {
    const { t } = textsOf(site, locale);
    return violations.map(({ field, rule }) => ({
      __typename: 'FormError',
      field: field ?? null,
      step: fields.find(({ name }) => name === field?.split('.')[0])?.step ?? null,
      ...(Object.hasOwn(own, rule)
        ? ruleMessage(t, `errors.${group}.${rule}`, own[rule as Rule])
        : ruleMessage(t, `errors.form.${rule}`, VALUES[rule])),
    }));
  };
}

import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import { sanitizedRichText } from '#contract/defined-form/sanitized-rich-text.js';
import { typedValue } from '#contract/defined-form/typed-values.js';

const MAX_LENGTH = 200_000;
const MAX_VALUES = 60;

/**
 * What is kept of what a form sent: the fields it has, in a form that no page has to fear, right or wrong.
 *
 * @param definitions of the form's fields; what stands for files is looked at elsewhere
 * @param roles of whoever sent it
 * @returns undefined: more than any form holds
 */
export function sanitizedFields(
  sent: readonly { name: string; values: readonly string[] }[],
  definitions: readonly FieldDefinition[],
  roles: readonly string[],
): FieldValues | undefined {
  const fields = new Map(definitions.map((field) => [field.name, field]));
  const sanitized: Record<string, readonly string[]> = {};
  const richText = (typed: string): string => (typed.length > MAX_LENGTH ? '' : sanitizedRichText(typed, roles));
  let size = 0;
  for (const { name, values } of sent) {
    const field = fields.get(name);
    if (!field || field.isHidden) continue;
    if (values.length > MAX_VALUES) return undefined;
    const clean = values.map((value) => typedValue(value, field, richText)).filter((value) => value !== '');
    size += clean.reduce((sum, value) => sum + value.length, 0);
    if (size > MAX_LENGTH) return undefined;
    sanitized[name] = clean;
  }
  return sanitized;
}

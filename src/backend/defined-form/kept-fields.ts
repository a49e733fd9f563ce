import type { FieldDefinition, FieldValues } from '../../contract/defined-form/defined-form.js';
import { keptRichText } from './rich-text.js';

const LONGEST = 200_000;
const LONGEST_LINE = 3000;
const MOST_VALUES = 60;

/**
 * What is kept of what a form sent: the fields it has, in a form that no page has to fear, right or wrong.
 *
 * @param definitions of the form's fields; files are no matter of what was typed
 * @param roles of whoever sent it
 * @returns undefined: more than any form holds
 */
export function keptFields(
  sent: readonly { name: string; values: readonly string[] }[],
  definitions: readonly FieldDefinition[],
  roles: readonly string[],
): FieldValues | undefined {
  const fields = new Map(definitions.map((field) => [field.name, field]));
  const kept: Record<string, readonly string[]> = {};
  let size = 0;
  for (const { name, values } of sent) {
    const field = fields.get(name);
    if (!field || field.isHidden || field.type === 'file') continue;
    if (values.length > MOST_VALUES) return undefined;
    const clean = values.map((value) => cleaned(value, field, roles)).filter((value) => value !== '');
    size += clean.reduce((sum, value) => sum + value.length, 0);
    if (size > LONGEST) return undefined;
    kept[name] = clean;
  }
  return kept;
}

function cleaned(value: string, { type }: FieldDefinition, roles: readonly string[]): string {
  if (type === 'rich_text') return value.length > LONGEST ? '' : keptRichText(value, roles);
  // Without characters that nobody types, which the database does not take or which turn a line around.
  return value
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim()
    .slice(0, LONGEST_LINE);
}

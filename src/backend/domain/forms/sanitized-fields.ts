import {
  type EntryField,
  type FieldDefinition,
  type FieldValues,
  readEntry,
} from '#contract/defined-form/defined-form.js';
import { sanitizedRichText } from '#contract/defined-form/sanitized-rich-text.js';

const MAX_LENGTH = 200_000;
const MAX_LINE_LENGTH = 3000;
const MAX_VALUES = 60;
const UNTYPED = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;
const UNTYPED_BUT_LINES = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

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
  let size = 0;
  for (const { name, values } of sent) {
    const field = fields.get(name);
    if (!field || field.isHidden) continue;
    if (values.length > MAX_VALUES) return undefined;
    const clean = values.map((value) => cleaned(value, field, roles)).filter((value) => value !== '');
    size += clean.reduce((sum, value) => sum + value.length, 0);
    if (size > MAX_LENGTH) return undefined;
    sanitized[name] = clean;
  }
  return sanitized;
}

function cleaned(value: string, field: FieldDefinition, roles: readonly string[]): string {
  if (field.type === 'entries') return cleanEntry(value, field.settings.fields ?? []);
  if (field.type === 'rich_text')
    return value.length > MAX_LENGTH ? '' : sanitizedRichText(value.replace(UNTYPED_BUT_LINES, ' '), roles);
  return cleanText(value, field);
}

/** @returns nothing for an entry without anything in it */
function cleanEntry(value: string, fields: readonly EntryField[]): string {
  const typed = readEntry(value) ?? {};
  const sanitized = fields.flatMap((field) => {
    const text = Object.hasOwn(typed, field.name) ? cleanText(typed[field.name]!, field) : '';
    return text === '' ? [] : [[field.name, text] as const];
  });
  return sanitized.length === 0 ? '' : JSON.stringify(Object.fromEntries(sanitized));
}

function cleanText(value: string, { type }: Pick<EntryField, 'type'>): string {
  // Without characters that nobody types, which the database does not take or which turn a line around.
  return value
    .replace(/\r\n?/g, '\n')
    .replace(type === 'long_text' ? UNTYPED_BUT_LINES : UNTYPED, ' ')
    .trim()
    .slice(0, MAX_LINE_LENGTH);
}

import { type EntryField, type FieldDefinition, readEntry } from './defined-form.js';

/** No form holds longer texts of one line or several; rich text is measured by its field alone. */
const MAX_LINE_LENGTH = 3000;
// Characters that nobody types, which the database does not take or which turn a line around.
const UNTYPED = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;
const UNTYPED_BUT_LINES = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A value as it is checked and stored.
 *
 * @param richText makes HTML of what was typed as rich text
 * @returns an empty text for a value without anything in it
 */
export function typedValue(
  value: string,
  field: Pick<FieldDefinition, 'type' | 'settings'>,
  richText: (typed: string) => string,
): string {
  if (field.type === 'entries') return typedEntry(value, field.settings.fields ?? []);
  return field.type === 'rich_text' ? richText(value.replace(UNTYPED_BUT_LINES, ' ')) : typedText(value, field.type);
}

function typedEntry(value: string, fields: readonly EntryField[]): string {
  const typed = readEntry(value) ?? {};
  const own = fields.flatMap(({ name, type }) => {
    const text = Object.hasOwn(typed, name) ? typedText(typed[name]!, type) : '';
    return text === '' ? [] : [[name, text] as const];
  });
  return own.length === 0 ? '' : JSON.stringify(Object.fromEntries(own));
}

function typedText(value: string, type: EntryField['type']): string {
  return value
    .replace(/\r\n?/g, '\n')
    .replace(type === 'long_text' ? UNTYPED_BUT_LINES : UNTYPED, ' ')
    .trim()
    .slice(0, MAX_LINE_LENGTH);
}

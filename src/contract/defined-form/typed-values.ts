import { type EntryField, type FieldDefinition, readEntry } from './defined-form.js';

/** Maximum length of any text of one or several lines; rich text has only the limit of its field. */
const MAX_LINE_LENGTH = 3000;
// Characters that nobody types, that the database does not accept, or that reverse the text direction.
const UNTYPED = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;
const UNTYPED_BUT_LINES = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Normalizes a value for validation and storage.
 *
 * @param richText converts rich text to HTML
 * @returns an empty string for a value without content
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
  const text = cleanText(value, type);
  if (type === 'url') return DOMAIN.test(text) ? `https://${text}` : text;
  return type === 'number' ? plainNumber(text) : text;
}

/** A website as people write it: a name with a dot, without scheme and spaces. */
const DOMAIN = /^(?!\S*:)[^\s/?#@]+\.[\p{L}]{2,}(?:[/?#]\S*)?$/u;
/** Currency symbols and thousands separators. */
const AROUND_NUMBERS = /(?:\b[A-Z]{2}(?=\p{Sc}))|\p{Sc}|[\s\u00a0\u202f'’]/gu;

/** Converts `$ 55 000` and `55,000` to 55000; other text is unchanged, and is later rejected as not a number. */
function plainNumber(text: string): string {
  const bare = text.replace(AROUND_NUMBERS, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)) return bare.replaceAll(',', '');
  return /^-?\d+(?:[.,]\d+)?$/.test(bare) ? bare : text;
}

function cleanText(value: string, type: EntryField['type']): string {
  return value
    .replace(/\r\n?/g, '\n')
    .replace(type === 'long_text' ? UNTYPED_BUT_LINES : UNTYPED, ' ')
    .trim()
    .slice(0, MAX_LINE_LENGTH);
}

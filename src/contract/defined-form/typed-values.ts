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
  const text = cleanText(value, type);
  if (type === 'url') return DOMAIN.test(text) ? `https://${text}` : text;
  return type === 'number' ? plainNumber(text) : text;
}

/** As people say where a site is: a name with a dot, without a scheme and without spaces. */
const DOMAIN = /^(?!\S*:)[^\s/?#@]+\.[\p{L}]{2,}(?:[/?#]\S*)?$/u;
/** Currency, and what stands between thousands. */
const AROUND_NUMBERS = /(?:\b[A-Z]{2}(?=\p{Sc}))|\p{Sc}|[\s\u00a0\u202f'’]/gu;

/** `$ 55 000` and `55,000` are 55000; what is no number stays as it was typed, and is refused as that. */
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

import { type FieldValues, type EntryField, type FieldDefinition, readEntry } from './defined-form.js';

/** Maximum length of any text of one or several lines; rich text has only the limit of its field. */
const MAX_LINE_LENGTH = 3000;

// Characters that nobody types, that the database does not accept, or that reverse the text direction.
const UNTYPED = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

const UNTYPED_BUT_LINES = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** A website as people write it: a name with a dot, without scheme and spaces. */
const DOMAIN = /^(?!\S*:)[^\s/?#@]+\.[\p{L}]{2,}(?:[/?#]\S*)?$/u;

/** Currency symbols and thousands separators. */
const AROUND_NUMBERS = /(?:\b[A-Z]{2}(?=\p{Sc}))|\p{Sc}|[\s\u00a0\u202f'’]/gu;

/** Value of a ticked checkbox; an unticked one has no value. */
export const YES = 'yes';

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MIN_YEAR = 1900;

/** Returns the non-empty values of a field. */
export function valuesOf(values: FieldValues, name: string): string[] {
  return (Object.hasOwn(values, name) ? values[name]! : []).map((value) => value.trim()).filter(Boolean);
}

/** @param text such as `2026-11-21` @returns the start of the day in UTC; undefined if it is not a valid day */
export function dayOf(text: string): Date | undefined {
  if (!DAY.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // The 31st of a shorter month would become a day of the next month.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : date;
}

/**
 * @param text `2026-11`, as browsers send a month, or `11/2026`, as people write it
 * @returns the first form; undefined if it is not a month
 */
export function monthOf(text: string): string | undefined {
  const [, year, month] = /^(\d{4})-(\d{1,2})$/.exec(text) ?? [];
  const [, typedMonth, typedYear] = /^(\d{1,2})[/. ]+(\d{4})$/.exec(text) ?? [];
  const [y, m] = [Number(year ?? typedYear), Number(month ?? typedMonth)];
  if (!(y >= MIN_YEAR && m >= 1 && m <= 12)) return undefined;
  return `${y}-${String(m).padStart(2, '0')}`;
}

/** Accepts spaces or commas as thousands separators. @returns undefined if it is not a number */
export function numberOf(value: string): number | undefined {
  const plain = value.replace(/[\s\u00a0\u202f'’]|,(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  return /^-?\d{1,12}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}

export function isWebAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password } = new URL(value);
  return hostname.includes('.') && username === '' && password === '';
}

/** @returns whether rich text contains any words */
export function hasWords(html: string): boolean {
  return /[\p{L}\p{N}]/u.test(html.replace(/<[^>]*>/g, ' '));
}

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

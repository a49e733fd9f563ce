import { entryFieldName, type FieldDefinition, type FieldValues } from './defined-form.js';

interface Field extends Pick<FieldDefinition, 'name' | 'multiple'> {
  type: string;
  settings?: { fields?: readonly { name: string; type: string }[] | null };
}

/** Maximum number of entries that a form can send. */
const MAX_ENTRIES = 30;
/** Prefix of the checkbox that removes a file or an entry. */
const REMOVE = 'remove:';

/** Whether a field's values are joined by spaces, as those of checkboxes are. */
export function isChosen({ type, multiple }: Omit<Field, 'name'>): boolean {
  return multiple && (type === 'term' || type === 'country');
}

/** Returns the name of the checkbox that removes a file or an entry. @param name name of the field; for an entry with its number */
export function removalName(name: string): string {
  return `${REMOVE}${name}`;
}

/** Returns the name of the input with which a file is chosen for a field. */
export function uploadName(field: string): string {
  return `upload:${field}`;
}

/** @returns the field of a file, given the name of its input */
export function uploadedField(input: string): string {
  return input.startsWith('upload:') ? input.slice('upload:'.length) : input;
}

/** @returns the names of all values that a form may send for its fields */
export function sentNames(fields: readonly Field[]): { name: string; multiple?: boolean }[] {
  return fields.flatMap((field) => {
    if (isFile(field)) return [{ name: field.name }, { name: removalName(field.name) }];
    if (field.type !== 'entries') return [{ name: field.name, multiple: isChosen(field) }];
    return Array.from({ length: MAX_ENTRIES }, (_none, index) => [
      { name: removalName(`${field.name}.${index + 1}`) },
      ...(field.settings?.fields ?? []).flatMap((own) => {
        const name = entryFieldName(field.name, index + 1, own.name);
        return isFile(own) ? [{ name }, { name: removalName(name) }] : [{ name }];
      }),
    ]).flat();
  });
}

/** @param sent sent values by field name @returns the values of each field */
export function sentValues(fields: readonly Field[], sent: Readonly<Record<string, string>>): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, valuesOf(field, sent)]));
}

function valuesOf(field: Field, sent: Readonly<Record<string, string>>): string[] {
  if (field.type === 'entries') return entriesOf(field, sent).map(({ value }) => value);
  const text = sent[field.name] ?? '';
  if (isFile(field)) return sent[removalName(field.name)] || text === '' ? [] : [text];
  if (isChosen(field)) return text.split(' ').filter(Boolean);
  // Browsers separate the addresses of one field by commas; people also use semicolons and line breaks.
  if (field.type === 'email' && field.multiple) return text.split(/[\s,;]+/).filter(Boolean);
  if (field.type === 'lines')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  return text.trim() === '' ? [] : [text];
}

/** Maps a violation to the field in the form: empty and removed entries are not counted in values. */
export function sentPlace(fields: readonly Field[], sent: Readonly<Record<string, string>>, violated: string): string {
  const [name = '', position, own] = violated.split('.');
  const field = fields.find((each) => each.name === name);
  const entry = field && own !== undefined && entriesOf(field, sent)[Number(position) - 1];
  return entry ? entryFieldName(name, entry.number, own) : violated;
}

/** Returns the entries that are neither empty nor removed. */
function entriesOf(
  { name, settings }: Field,
  sent: Readonly<Record<string, string>>,
): { number: number; value: string }[] {
  return Array.from({ length: MAX_ENTRIES }, (_none, index) => index + 1).flatMap((number) => {
    if (sent[removalName(`${name}.${number}`)]) return [];
    const typed = (settings?.fields ?? []).flatMap((field) => {
      const each = entryFieldName(name, number, field.name);
      const value = sent[removalName(each)] ? '' : (sent[each] ?? '').trim();
      return value === '' ? [] : [[field.name, value] as const];
    });
    return typed.length > 0 ? [{ number, value: JSON.stringify(Object.fromEntries(typed)) }] : [];
  });
}

/** Returns the sent values with an entry moved up by one. @param entry such as `gallery.2` */
export function movedUp(sent: Readonly<Record<string, string>>, entry: string): Record<string, string> {
  const at = entry.lastIndexOf('.');
  const [name, number] = [entry.slice(0, at), Number(entry.slice(at + 1))];
  if (!(number > 1)) return { ...sent };
  const own = `${name}.${number}`;
  const before = `${name}.${number - 1}`;
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [swapped(key, own, before), value]));
}

function swapped(key: string, own: string, before: string): string {
  const rest = key.startsWith(REMOVE) ? key.slice(REMOVE.length) : key;
  const prefix = key.slice(0, key.length - rest.length);
  for (const [from, to] of [
    [own, before],
    [before, own],
  ] as const)
    if (rest === from || rest.startsWith(`${from}.`)) return prefix + to + rest.slice(from.length);
  return key;
}

function isFile({ type }: { type: string }): boolean {
  return type === 'file' || type === 'image';
}

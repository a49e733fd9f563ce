import {
  entryFieldName,
  type EntryField,
  type FieldDefinition,
  type FieldSettings,
  type FieldValues,
  readEntry,
} from '#contract/defined-form/defined-form.js';

/** A file as a field of a form holds it, and where. */
export interface FileSlot {
  /** As faults are told of it: `logo`, or `gallery.2.picture`. */
  field: string;
  type: 'file' | 'image';
  settings: FieldSettings;
  value: string;
}

/** @returns everything in a form that stands for a file */
export function fileSlots(fields: readonly FieldDefinition[], values: FieldValues): FileSlot[] {
  return fields.flatMap((field) => {
    const all = values[field.name] ?? [];
    const { name, settings } = field;
    if (isFile(field)) return all[0] ? [{ field: name, type: field.type, settings, value: all[0] }] : [];
    if (field.type !== 'entries') return [];
    const own = (settings.fields ?? []).filter(isFile);
    return all.flatMap((text, index) => {
      const entry = readEntry(text) ?? {};
      return own.flatMap((each) => {
        const value = entry[each.name];
        const place = entryFieldName(name, index + 1, each.name);
        return value ? [{ field: place, type: each.type, settings: each.settings, value }] : [];
      });
    });
  });
}

/** @param changed what takes the place of each file, by its slot's field; empty: nothing @returns all values with it */
export function withFiles(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  changed: ReadonlyMap<string, string>,
): FieldValues {
  const next: Record<string, readonly string[]> = { ...values };
  for (const field of fields) {
    const all = values[field.name];
    if (!all) continue;
    const { name } = field;
    if (isFile(field)) next[name] = all.map((value) => changed.get(name) ?? value).filter(Boolean);
    if (field.type !== 'entries') continue;
    const own = (field.settings.fields ?? []).filter(isFile).map((each) => each.name);
    next[name] = all.map((text, index) => {
      const entry = Object.entries(readEntry(text) ?? {}).map(([key, value]) => {
        const given = own.includes(key) ? changed.get(entryFieldName(name, index + 1, key)) : undefined;
        return [key, given ?? value] as const;
      });
      return JSON.stringify(Object.fromEntries(entry.filter(([, value]) => value !== '')));
    });
  }
  return next;
}

function isFile<Field extends Pick<EntryField, 'type'>>(field: Field): field is Field & { type: 'file' | 'image' } {
  return field.type === 'file' || field.type === 'image';
}

import { entryFieldName, type FieldValues } from '../defined-form/defined-form.js';
import { isEntry, isSingle, partName, type ReviewedItem, reviewedText, takeName } from './review-form.js';

export interface MergedReview {
  /** The changed fields, in the format of the resume form. */
  fields: FieldValues;
  /** Maps names in the resume form to their places in the review. */
  places: ReadonlyMap<string, string>;
}

/**
 * Merges the accepted items into the values of the resume form: entries and terms are appended, single values are replaced.
 *
 * @param sent the sent review, by field name
 */
export function mergeReview(
  items: readonly ReviewedItem[],
  sent: Readonly<Record<string, string>>,
  before: FieldValues,
): MergedReview {
  const fields: Record<string, readonly string[]> = {};
  const places = new Map<string, string>();
  for (const [index, item] of items.entries()) {
    if (!sent[takeName(index)]) continue;
    const { field } = item;
    const held = fields[field] ?? (isSingle(field) ? [] : (before[field] ?? []));
    const value = valueOf(index, item, sent);
    if (value === '') continue;
    fields[field] = held.includes(value) ? held : [...held, value];
    const number = isSingle(field) ? 1 : fields[field].length;
    places.set(field, places.get(field) ?? takeName(index));
    for (const { name } of item.values)
      places.set(isEntry(field) ? entryFieldName(field, number, name) : `${field}.${number}`, partName(index, name));
    if (!isEntry(field) && isSingle(field)) places.set(field, partName(index, field));
  }
  return { fields, places };
}

function valueOf(index: number, { field, values }: ReviewedItem, sent: Readonly<Record<string, string>>): string {
  const texts = values.map((each) => [each.name, reviewedText(index, each, sent).trim()] as const);
  if (!isEntry(field)) return texts[0]?.[1] ?? '';
  const filled = texts.filter(([, text]) => text !== '');
  return filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : '';
}

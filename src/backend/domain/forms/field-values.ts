import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import { sanitizedRichText } from '#contract/defined-form/sanitized-rich-text.js';
import { typedValue } from '#contract/defined-form/field-values.js';
import { wellFormedHtml } from '#shared/text/well-formed-html.js';

/** A stored file, as the value of a form field. */
export interface FormFile {
  id: string;
  name: string;
}

/** Encodes the id of a file and its name as one field value. */
export function fileValue({ id, name }: FormFile): string {
  return `${id} ${name}`;
}

/** @returns undefined if the value is not a file */
export function readFileValue(value: string | undefined): FormFile | undefined {
  const at = value?.indexOf(' ') ?? -1;
  return value !== undefined && at > 0 ? { id: value.slice(0, at), name: value.slice(at + 1) } : undefined;
}

const MAX_LENGTH = 200_000;
const MAX_VALUES = 60;

/**
 * Sanitizes submitted values, valid or not, and keeps only fields of the form.
 *
 * @param definitions definitions of the form's fields; file fields are handled elsewhere
 * @param roles roles of the sender
 * @returns undefined if the input is larger than any form
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

/** Sanitized rich text for a page: embedded content becomes a link, so that no page loads third-party content. */
export function shownRichText(stored: string): string {
  const shown = stored
    .replace(/<oembed url="([^"]*)">\s*<\/oembed>/g, '<a href="$1" rel="nofollow noopener">$1</a>')
    .replace(/<figure>(\s*<a [^>]*>[^<]*<\/a>\s*)<\/figure>/g, '<p>$1</p>');
  return wellFormedHtml(shown);
}

import type { ResentForm } from '#contract/applications/sent-form.js';
import type { FormAction } from './form-action.js';
import type { MultipartForm } from './read-multipart-form.js';

/** The values of a sent form: all of them, and those that the page may show again. */
export interface TypedForm {
  values: Record<string, string>;
  shown: Record<string, string>;
}

/** @param body the output of a form parser; only the first value of a repeated field counts, unless `multiple` is set */
export function readForm(body: unknown, { fields }: Pick<FormAction, 'fields'>): TypedForm {
  const sent = (body ?? {}) as Record<string, unknown>;
  const typed: TypedForm = { values: {}, shown: {} };
  for (const { name, secret, multiple } of fields) {
    const value = multiple ? allOf(sent, name).join(' ') : fieldOf(sent, name);
    typed.values[name] = value;
    if (!secret && value !== '') typed.shown[name] = value;
  }
  return typed;
}

export function fieldOf(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return '';
  const value = (body as Record<string, unknown>)[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}

function allOf(body: Record<string, unknown>, name: string): string[] {
  const value = Object.hasOwn(body, name) ? body[name] : [];
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((each): each is string => typeof each === 'string' && each !== '');
}

/**
 * Returns all values of a sent form, so that a page without that form can send it again.
 *
 * @param body the output of a form parser
 * @param files files of the form: those already stored are named by their tokens, all others have to be chosen again
 */
export function resentForm(
  body: unknown,
  { fields }: Pick<FormAction, 'fields'>,
  { files, received }: Pick<MultipartForm, 'files' | 'received'>,
): ResentForm {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const typed = fields.flatMap(({ name, secret, multiple }) => {
    if (secret || !Object.hasOwn(sent, name)) return [];
    const values = [sent[name]].flat().filter((value): value is string => typeof value === 'string' && value !== '');
    return (multiple ? values : values.slice(0, 1)).map((value) => ({ name, value }));
  });
  const stored = received.flatMap((file) =>
    file.ok && file.field !== undefined ? [{ name: file.field, value: file.token }] : [],
  );
  const isStored = stored.length === received.length;
  return { fields: [...typed, ...stored], hasLostFiles: files.length > 0 || !isStored };
}

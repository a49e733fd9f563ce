import type { ResentForm } from '#contract/applications/sent-form.js';
import type { FormAction } from './form-action.js';
import type { MultipartForm } from './read-multipart-form.js';

/** What was typed into a form: all of it, and what the page may show again. */
export interface TypedForm {
  values: Record<string, string>;
  shown: Record<string, string>;
}

/** @param body as a parser of forms gives it; a field that was sent twice counts once, unless it may be */
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
 * Everything that a sent form held, so that it can be sent once more from a page that does not have the form itself.
 *
 * @param body as a parser of forms gives it
 * @param files what came with it: those that were stored as they came are named by their tokens, all others have to be chosen again
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

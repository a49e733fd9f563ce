import type { ResentForm } from '#contract/applications/sent-form.js';
import type { FormAction } from './form-action.js';
import type { MultipartForm } from './read-multipart-form.js';

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

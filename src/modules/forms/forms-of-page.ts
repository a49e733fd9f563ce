import { FORM_FIELD } from '../../contract/sent-form.js';
import type { FormAction } from './form-action.js';

/** One of several forms of a page. Fields of a name have to be alike in all of them. */
export type PagePart = Omit<FormAction, 'paths'>;

const BAD_REQUEST = 400;

/** The action of a page with several forms: `FORM_FIELD` says which one is sent. */
export function formsOfPage(path: string, parts: Readonly<Record<string, PagePart>>): FormAction {
  const fields = new Map(Object.values(parts).flatMap((part) => part.fields.map((field) => [field.name, field])));
  return {
    paths: [path],
    fields: [{ name: FORM_FIELD }, ...fields.values()],
    handle(values, call) {
      const name = values[FORM_FIELD] ?? '';
      if (Object.hasOwn(parts, name)) return parts[name]!.handle(values, call);
      const errors = [{ field: null, message: call.t('form.failed') }];
      return Promise.resolve({ kind: 'again', errors, status: BAD_REQUEST });
    },
  };
}

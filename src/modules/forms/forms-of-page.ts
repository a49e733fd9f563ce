import { FORM_FIELD } from '#contract/applications/sent-form.js';
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
    async handle(values, call) {
      const name = values[FORM_FIELD] ?? '';
      const errors = [{ field: null, message: call.t('form.failed') }];
      if (!Object.hasOwn(parts, name)) return { kind: 'again', errors, status: BAD_REQUEST };
      const outcome = await parts[name]!.handle(values, call);
      // Browsers would take the fragment of the form's own address along, past what the next page says at its top.
      return outcome.kind === 'done' ? { ...outcome, redirect: `${outcome.redirect}#main` } : outcome;
    },
  };
}

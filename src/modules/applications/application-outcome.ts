import { again } from '../account/index.js';
import type { FormContext, FormOutcome } from '../forms/index.js';

const NOT_FOUND = 404;

/** @returns the id of the application, or of the job, that a page is about */
export function idOf({ path }: FormContext): string {
  return path.split('/').at(-1)!;
}

/** @param notice the notice of the next page @param result null if the visitor has no access to such an application */
export function outcomeOf(
  result: { errors: { field: string | null; message: string }[] } | null,
  call: FormContext,
  notice: string,
): FormOutcome {
  if (!result) return missing(call);
  if (result.errors.length > 0) return again(result.errors);
  const query = new URLSearchParams(call.query);
  for (const name of ['template', 'notice']) query.delete(name);
  query.set('notice', notice);
  return { kind: 'done', redirect: call.href(`${call.path}?${query.toString()}`) };
}

export function missing({ t }: FormContext): FormOutcome {
  return { kind: 'again', errors: [{ field: null, message: t('applications.missing') }], status: NOT_FOUND };
}

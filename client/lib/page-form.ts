import type { PageRequest } from '#contract/pages/page-request.js';
import { FORM_FIELD, type SentForm } from '#contract/applications/sent-form.js';
import type { CheckedRules } from '#contract/defined-form/form-rules.js';
import type { Translate } from '#shared/text/translator.js';

/** The data from which a page's form is rendered. */
export interface PageForm extends SentForm {
  /** The page's own address, with the part of its query that the form needs. */
  action: string;
  csrf: string;
  /** Name of the form, if the page has several. */
  part?: string;
}

/** A file that was uploaded before, and is not sent again. */
export interface PendingFormFile {
  token: string;
  name: string;
  /** Size in bytes. */
  size: number;
}

/** Creates a page's form. The response becomes private to this visitor. */
export function pageForm(request: PageRequest): PageForm {
  const { href, path, query, form } = request;
  const text = query.toString();
  return {
    action: href(path) + (text && `?${text}`),
    csrf: request.csrfToken(),
    errors: form?.errors ?? [],
    values: form?.values ?? {},
  };
}

/**
 * One of several forms of a page; errors of other forms are left out. Without scripts, the response scrolls to the
 * form.
 */
export function partForm(request: PageRequest, part: string): PageForm {
  const query = new URLSearchParams(request.query);
  query.delete('notice');
  const isSent = request.form?.values[FORM_FIELD] === part;
  const form = pageForm({ ...request, query, form: isSent ? request.form : undefined });
  return { ...form, action: `${form.action}#${part}`, part };
}

/** @param text the files as stored in a form's values */
export function pendingFormFiles(text: string | undefined): PendingFormFile[] {
  return text ? (JSON.parse(text) as PendingFormFile[]) : [];
}

/**
 * Messages that a page writes into a form for its script.
 *
 * @param group group in `rules.json` with the rules that only this form has
 * @param own these rules, with the values for their messages; common rules have the same messages as in account forms
 */
export function ruleMessages(
  t: Translate,
  group: 'contact' | 'application',
  own: CheckedRules<string>,
): Record<string, string> {
  const named = Object.entries(own).map(([rule, values]) => [rule, t(`rules.${group}.${rule}`, values)] as const);
  return Object.fromEntries([['required', t('rules.account.required')], ['email', t('rules.account.email')], ...named]);
}

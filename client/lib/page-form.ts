import type { PageRequest } from '#contract/pages/page-request.js';
import { FORM_FIELD, type SentForm } from '#contract/applications/sent-form.js';

/** What a page's form is rendered from. */
export interface PageForm extends SentForm {
  /** The page's own address, with what of its query the form needs. */
  action: string;
  csrf: string;
  /** Which of the page's forms it is, where there are several. */
  part?: string;
}

/** That was uploaded before, and is not sent again. */
export interface PendingFormFile {
  token: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** Makes the page one for this visitor alone. */
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

/** One of several forms of a page; what was wrong with another is not its business. Without scripts the answer leads to the form. */
export function partForm(request: PageRequest, part: string): PageForm {
  const query = new URLSearchParams(request.query);
  query.delete('notice');
  const isSent = request.form?.values[FORM_FIELD] === part;
  const form = pageForm({ ...request, query, form: isSent ? request.form : undefined });
  return { ...form, action: `${form.action}#${part}`, part };
}

/** @param text the files as a form's values hold them */
export function pendingFormFiles(text: string | undefined): PendingFormFile[] {
  return text ? (JSON.parse(text) as PendingFormFile[]) : [];
}

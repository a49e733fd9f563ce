import type { PageRequest } from '../../src/contract/page-request.js';
import type { SentForm } from '../../src/contract/sent-form.js';

/** What a page's form is rendered from. */
export interface PageForm extends SentForm {
  /** The page's own address, with what of its query the form needs. */
  action: string;
  csrf: string;
}

/** Makes the page one for this visitor alone. */
export function pageForm(request: PageRequest): PageForm {
  const { localePrefix, path, query, form } = request;
  const text = query.toString();
  return {
    action: localePrefix + path + (text && `?${text}`),
    csrf: request.csrfToken(),
    errors: form?.errors ?? [],
    values: form?.values ?? {},
  };
}

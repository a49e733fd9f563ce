import { CSRF_FIELD, FORM_FIELD } from '#contract/applications/sent-form.js';
import type { PageForm } from '../../../lib/page-form';

/** What every form sends besides its fields: the token of the session, and which of the page's forms it is. */
export function FormIdentity({ form }: { form: PageForm }) {
  return (
    <>
      <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
      {form.part && <input type="hidden" name={FORM_FIELD} value={form.part} />}
    </>
  );
}

import { CSRF_FIELD, FORM_FIELD } from '#contract/applications/sent-form.js';
import type { PageForm } from '../../../lib/page-form';

/**
 * Values that every form sends in addition to its fields: the CSRF token of the session, and the form's name on the
 * page.
 */
export function FormIdentity({ form }: { form: PageForm }) {
  return (
    <>
      <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
      {form.part && <input type="hidden" name={FORM_FIELD} value={form.part} />}
    </>
  );
}

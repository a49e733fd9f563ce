import { CSRF_ACCOUNT_FIELD, CSRF_FIELD, FORM_FIELD, partsOfCsrf } from '#contract/applications/sent-form.js';
import { HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import type { PageForm } from '../../../lib/page-form';
import { usePage } from '../../../lib/page-context';
import { fieldId } from './field-labels';

/**
 * Values that every form sends in addition to its fields: the CSRF token of the session, and the form's name on the
 * page.
 */
export function FormIdentity({ form }: { form: PageForm }) {
  return (
    <>
      <CsrfFields value={form.csrf} />
      {form.part && <input type="hidden" name={FORM_FIELD} value={form.part} />}
    </>
  );
}

/** The CSRF token of a form, and the account of the page. @param value see `PageRequest.csrfToken` */
export function CsrfFields({ value }: { value: string }) {
  const { token, account } = partsOfCsrf(value);
  return (
    <>
      <input type="hidden" name={CSRF_FIELD} value={token} />
      {account && <input type="hidden" name={CSRF_ACCOUNT_FIELD} value={account} />}
    </>
  );
}

/** An invisible field: bots that fill in every field identify themselves by it. */
export function Honeypot() {
  const { t } = usePage();
  return (
    <div hidden>
      <label htmlFor={fieldId(HONEYPOT_FIELD)}>{t('account.homepage')}</label>
      <input id={fieldId(HONEYPOT_FIELD)} name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
    </div>
  );
}

import { HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import { usePage } from '../../../lib/page-context';
import { fieldId } from './field-id';

/** A field that nobody sees: programs that fill in every field give themselves away. */
export function Honeypot() {
  const { t } = usePage();
  return (
    <div hidden>
      <label htmlFor={fieldId(HONEYPOT_FIELD)}>{t('account.homepage')}</label>
      <input id={fieldId(HONEYPOT_FIELD)} name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
    </div>
  );
}

import { HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import { usePage } from '../../../lib/page-context';
import { fieldId } from './field-id';

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

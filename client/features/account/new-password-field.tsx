import { MIN_PASSWORD_LENGTH } from '#contract/accounts/account-rules.js';
import { PasswordField } from '../../components/ui/forms/form-field';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { errorOf } from './account-form';

/** A field for a new password, with the requirements. */
export function NewPasswordField({ form, name, label }: { form: PageForm; name: string; label: string }) {
  const { t } = usePage();
  return (
    <PasswordField
      name={name}
      label={label}
      help={t('account.passwordHelp', { shortest: MIN_PASSWORD_LENGTH })}
      autoComplete="new-password"
      minLength={MIN_PASSWORD_LENGTH}
      required
      error={errorOf(form, name)}
    />
  );
}

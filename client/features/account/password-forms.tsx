import { MIN_PASSWORD_LENGTH } from '#contract/accounts/account-rules.js';
import { FormField, PasswordField } from '../../components/ui/forms/form-field';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { AccountForm, errorOf } from './account-form';

/** Requests a link for a new password (AUTH-12). */
export function ResetRequestForm({ form }: { form: PageForm }) {
  const { t } = usePage();
  const labels = { email: t('account.email') };
  return (
    <AccountForm
      name="reset-request"
      form={form}
      labels={labels}
      submit={t('account.reset.request')}
      busy={t('account.reset.requestBusy')}
    >
      <FormField
        name="email"
        label={labels.email}
        type="email"
        autoComplete="username"
        required
        defaultValue={form.values.email}
        error={errorOf(form, 'email')}
      />
    </AccountForm>
  );
}

/** Sets the new password; the token from the link is in the form's address. */
export function NewPasswordForm({ form }: { form: PageForm }) {
  const { t } = usePage();
  const labels = { password: t('account.reset.newPassword') };
  return (
    <AccountForm
      name="reset"
      form={form}
      labels={labels}
      submit={t('account.reset.submit')}
      busy={t('account.reset.busy')}
    >
      <NewPasswordField form={form} name="password" label={labels.password} />
    </AccountForm>
  );
}

/**
 * The chosen password proves that the reader of the mail is the person who registered.
 *
 * @param asksPassword false in the browser of the registration, unless it turned out to be another one
 */
export function VerifyForm({ form, asksPassword }: { form: PageForm; asksPassword: boolean }) {
  const { t } = usePage();
  const labels = { password: t('account.password') };
  return (
    <AccountForm
      name="verify"
      form={form}
      labels={labels}
      submit={t('account.verify.submit')}
      busy={t('account.verify.busy')}
    >
      {asksPassword && (
        <PasswordField
          name="password"
          label={labels.password}
          help={t('account.verify.passwordHelp')}
          autoComplete="current-password"
          required
          error={errorOf(form, 'password')}
        />
      )}
    </AccountForm>
  );
}

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

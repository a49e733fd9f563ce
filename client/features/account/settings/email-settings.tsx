import { FormField, PasswordField } from '../../../components/ui/forms/form-field';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { AccountForm, errorOf } from '../account-form';
import { NewPasswordField } from '../new-password-field';
import styles from '../account.module.css';

/** Changes the address; the link that is sent to the new one completes it (APP-08). */
export function EmailSettings({ form, email }: { form: PageForm; email: string }) {
  const { t } = usePage();
  const labels = { email: t('dashboard.settings.email.new'), emailPassword: t('dashboard.settings.currentPassword') };
  return (
    <Panel id="change-email" title={t('dashboard.settings.email.title')}>
      <p className={styles.address}>{t('dashboard.settings.email.current', { email })}</p>
      <AccountForm
        name="change-email"
        form={form}
        labels={labels}
        submit={t('dashboard.settings.email.submit')}
        busy={t('dashboard.settings.busy')}
      >
        <FormField
          name="email"
          label={labels.email}
          help={t('dashboard.settings.email.help')}
          type="email"
          autoComplete="email"
          required
          defaultValue={form.values.email}
          error={errorOf(form, 'email')}
        />
        <PasswordField
          name="emailPassword"
          label={labels.emailPassword}
          help={t('dashboard.settings.passwordHelp')}
          autoComplete="current-password"
          required
          error={errorOf(form, 'emailPassword')}
        />
      </AccountForm>
    </Panel>
  );
}

/** Changes the password (APP-08). */
export function PasswordSettings({ form }: { form: PageForm }) {
  const { t } = usePage();
  const labels = {
    currentPassword: t('dashboard.settings.currentPassword'),
    newPassword: t('account.reset.newPassword'),
  };
  return (
    <Panel id="change-password" title={t('account.password')}>
      <AccountForm
        name="change-password"
        form={form}
        labels={labels}
        submit={t('dashboard.settings.password.submit')}
        busy={t('dashboard.settings.busy')}
      >
        <PasswordField
          name="currentPassword"
          label={labels.currentPassword}
          autoComplete="current-password"
          required
          error={errorOf(form, 'currentPassword')}
        />
        <NewPasswordField form={form} name="newPassword" label={labels.newPassword} />
      </AccountForm>
    </Panel>
  );
}

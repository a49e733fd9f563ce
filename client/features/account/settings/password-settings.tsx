import { Panel } from '../../../components/ui/panel';
import { PasswordField } from '../../../components/ui/forms/password-field';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { AccountForm, errorOf } from '../account-form';
import { NewPasswordField } from '../new-password-field';

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

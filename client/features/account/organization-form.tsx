import { FormField } from '../../components/ui/forms/form-field';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { AccountForm, errorOf } from './account-form';

/**
 * Requests the name of a recruiter's organization if the account was created through another service, which bypasses
 * the registration form.
 */
export function OrganizationForm({ form }: { form: PageForm }) {
  const { t } = usePage();
  const labels = { organizationName: t('account.organizationName') };
  return (
    <AccountForm
      name="create-organization"
      form={form}
      labels={labels}
      submit={t('account.organization.submit')}
      busy={t('dashboard.settings.busy')}
    >
      <FormField
        name="organizationName"
        label={labels.organizationName}
        help={t('account.register.organizationHelp')}
        autoComplete="organization"
        required
        maxLength={120}
        defaultValue={form.values.organizationName}
        error={errorOf(form, 'organizationName')}
      />
    </AccountForm>
  );
}

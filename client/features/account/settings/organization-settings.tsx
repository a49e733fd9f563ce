import { SelectField } from '../../../components/ui/forms/field';
import { Panel } from '../../../components/ui/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { useUser } from '../../../lib/user/user-context';
import { AccountForm } from '../account-form';

/** Chooses which of their organizations a recruiter acts for; nothing where there is no choice. */
export function OrganizationSettings({ form }: { form: PageForm }) {
  const { t } = usePage();
  const { user, updatableOrganizationProfiles: all } = useUser();
  if (all.length < 2) return null;
  const label = t('dashboard.settings.organization.label');
  return (
    <Panel id="active-organization" title={t('dashboard.settings.organization.title')}>
      <p>{t('dashboard.settings.organization.text')}</p>
      <AccountForm
        name="active-organization"
        form={form}
        labels={{ organizationId: label }}
        submit={t('dashboard.settings.organization.submit')}
        busy={t('dashboard.settings.busy')}
      >
        <SelectField
          name="organizationId"
          label={label}
          options={all.map(({ id, name }) => [id, name])}
          defaultValue={form.values.organizationId ?? user?.activeOrganization?.id}
        />
      </AccountForm>
    </Panel>
  );
}

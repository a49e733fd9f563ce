import { ButtonLink } from '../../../components/ui/buttons/button';
import { AccountFrame } from '../../../features/account/account-page';
import { Balance } from '../../../features/dashboard/subscriptions';
import { OrganizationOverview, WaitingInvitations } from '../../../features/organization-editing/organization-overview';
import { usePage } from '../../../lib/page-context';
import { FormField } from '../../../components/ui/forms/form-field';
import type { PageForm } from '../../../lib/page-form';
import { AccountForm, errorOf } from '../../../features/account/account-form';
import type { OrganizationPageData } from './+load.server';

export function Page({ data }: { data: OrganizationPageData }) {
  const { t } = usePage();
  const { form, organization, invitations, invitationForm, goOn, isOnTheWay, notice } = data;
  const waiting = <WaitingInvitations form={invitationForm} invitations={invitations} />;
  if (organization)
    return (
      <OrganizationOverview
        organization={organization}
        goOn={isOnTheWay ? goOn : undefined}
        notice={notice}
        csrf={form.csrf}
      >
        {waiting}
        <Balance />
      </OrganizationOverview>
    );
  return (
    <AccountFrame title={t('account.organization.title')} intro={t('account.organization.intro')}>
      {waiting}
      <OrganizationForm form={form} />
      <ButtonLink kind="secondary" wide href={goOn}>
        {t('account.organization.later')}
      </ButtonLink>
    </AccountFrame>
  );
}

/**
 * Requests the name of a recruiter's organization if the account was created through another service, which bypasses
 * the registration form.
 */
function OrganizationForm({ form }: { form: PageForm }) {
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

import { ButtonLink } from '../../../components/ui/buttons/button';
import { AccountFrame } from '../../../features/account/account-frame';
import { OrganizationForm } from '../../../features/account/organization-form';
import { Balance } from '../../../features/dashboard/subscriptions';
import { OrganizationOverview, WaitingInvitations } from '../../../features/organization-editing/organization-overview';
import { usePage } from '../../../lib/page-context';
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

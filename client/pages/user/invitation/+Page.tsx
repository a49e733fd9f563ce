import { LOGIN_PATH, LOGOUT_PATH, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { AccountFrame } from '../../../features/account/account-page';
import { AcceptInvitation } from '../../../features/organization-editing/team';
import { usePage } from '../../../lib/page-context';
import type { InvitationData } from './+load.server';

export function Page({ data: { form, invitation, isLoggedIn, destination } }: { data: InvitationData }) {
  const { t, href } = usePage();
  const title = t('organization-team.invitation.title');
  if (!invitation)
    return (
      <AccountFrame title={title} intro={t('organization-team.invitation.gone')}>
        <ButtonLink wide href={href(OWN_ORGANIZATION_PATH)}>
          {t('organization-form.toOverview')}
        </ButtonLink>
      </AccountFrame>
    );
  const { organizationName: organization, email, role, isForCaller } = invitation;
  const intro = t(`organization-team.invitation.${role}`, { organization });
  if (isForCaller)
    return (
      <AccountFrame title={title} intro={intro}>
        <AcceptInvitation form={form} invitation={invitation} />
      </AccountFrame>
    );
  return (
    <AccountFrame title={title} intro={intro}>
      <p>{t(isLoggedIn ? 'organization-team.invitation.other' : 'organization-team.invitation.first', { email })}</p>
      {isLoggedIn ? (
        <ButtonLink wide href={href(LOGOUT_PATH) + destination}>
          {t('account.menu.logout')}
        </ButtonLink>
      ) : (
        <>
          <ButtonLink wide href={href(LOGIN_PATH) + destination}>
            {t('account.menu.login')}
          </ButtonLink>
          <ButtonLink kind="secondary" wide href={href('/user/register/recruiter') + destination}>
            {t('account.menu.register')}
          </ButtonLink>
        </>
      )}
    </AccountFrame>
  );
}

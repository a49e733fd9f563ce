import { OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../../components/layouts/own-page';
import { Alert } from '../../../../components/ui/feedback/alert';
import { TeamInvitations, TeamMembers } from '../../../../features/organization-editing/team';
import { usePage } from '../../../../lib/page-context';
import type { TeamData } from './+load.server';

export function Page({ data: { team, forms, notice } }: { data: TeamData }) {
  const { t, href } = usePage();
  return (
    <OwnPage
      narrow
      title={t('organization-team.title')}
      intro={
        <p>
          {team.name} · <a href={href(OWN_ORGANIZATION_PATH)}>{t('organization-form.toOverview')}</a>
        </p>
      }
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`organization-team.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <TeamMembers team={team} roleForm={forms.role} removeForm={forms.remove} />
      {team.isOwner ? (
        <TeamInvitations team={team} inviteForm={forms.invite} cancelForm={forms.cancel} />
      ) : (
        <Alert>{t('organization-team.onlyOwners')}</Alert>
      )}
    </OwnPage>
  );
}

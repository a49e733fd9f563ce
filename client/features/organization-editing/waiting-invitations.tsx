import type { InvitationFactsFragment } from '#contract/generated/operations.js';
import { Panel } from '../../components/ui/panel';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { AcceptInvitation } from './accept-invitation';

/** Organizations that want somebody to work for them; nothing where none does. */
export function WaitingInvitations({
  form,
  invitations,
}: {
  form: Pick<PageForm, 'action' | 'csrf' | 'errors'>;
  invitations: readonly InvitationFactsFragment[];
}) {
  const { t } = usePage();
  if (invitations.length === 0) return null;
  return (
    <Panel id="invitations" title={t('organization-team.invitation.title')}>
      {invitations.map((invitation) => (
        <div key={invitation.id}>
          <p>{t(`organization-team.invitation.${invitation.role}`, { organization: invitation.organizationName })}</p>
          <AcceptInvitation form={form} invitation={invitation} />
        </div>
      ))}
    </Panel>
  );
}

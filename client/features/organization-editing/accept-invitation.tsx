import type { InvitationFactsFragment } from '#contract/generated/operations.js';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import { Button } from '../../components/ui/buttons/button';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';

/** @param form form of the invitations page */
export function AcceptInvitation({
  form,
  invitation: { id, organizationName },
}: {
  form: Pick<PageForm, 'action' | 'csrf' | 'errors'>;
  invitation: InvitationFactsFragment;
}) {
  const { t } = usePage();
  return (
    <>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <form method="post" action={form.action} data-accept-invitation>
        <input type="hidden" name={CSRF_FIELD} value={form.csrf} />
        <input type="hidden" name="id" value={id} />
        <Button wide>{t('organization-team.invitation.accept', { organization: organizationName })}</Button>
      </form>
    </>
  );
}

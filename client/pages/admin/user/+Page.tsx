import { userPath, USERS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { BlockForm, MailForms, MasqueradeForm, RolesForm } from '../../../features/account/administration/user-forms';
import {
  UserEvents,
  UserFacts,
  UserJobs,
  UserOrganizations,
} from '../../../features/account/administration/user-facts';
import { usePage } from '../../../lib/page-context';
import type { UserData } from './+load.server';

export function Page({ data: { user, jobs, forms, notice } }: { data: UserData }) {
  const { t } = usePage();
  const { account } = user;
  return (
    <OwnPage
      title={account.name}
      trail={[
        { name: t('admin.users.title'), path: USERS_PATH },
        { name: account.name, path: userPath(account.id) },
      ]}
      narrow
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`admin.user.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <UserFacts user={user} />
      <UserOrganizations user={user} />
      <UserJobs userId={account.id} jobs={jobs} />
      <UserEvents user={user} />
      <MailForms user={account} verification={forms['verification-mail']} reset={forms['reset-mail']} />
      <RolesForm user={account} form={forms.roles} />
      <MasqueradeForm user={account} form={forms.masquerade} />
      <BlockForm user={account} form={account.blocked ? forms.unblock : forms.block} />
    </OwnPage>
  );
}

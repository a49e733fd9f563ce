import { USER_PATH, USERS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { Breadcrumb } from '../../../components/ui/breadcrumb';
import styles from '../../../features/account/administration/administration.module.css';
import { BlockForm, MasqueradeForm, RolesForm } from '../../../features/account/administration/user-forms';
import { UserState } from '../../../features/account/administration/user-table';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { UserData } from './+load.server';

export function Page({ data: { account, forms, notice } }: { data: UserData }) {
  const { t, locale, site } = usePage();
  return (
    <OwnPage
      title={account.name}
      intro={
        <>
          <Breadcrumb
            trail={[
              { name: t('admin.users.title'), path: USERS_PATH },
              { name: account.name, path: USER_PATH },
            ]}
          />
          <p className={styles.facts}>
            {account.email} <UserState user={account} />
            <span>{t('admin.user.since', { date: formatDate(account.created, locale, site.timeZone) })}</span>
          </p>
        </>
      }
      narrow
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`admin.user.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <RolesForm user={account} form={forms.roles} />
      <MasqueradeForm user={account} form={forms.masquerade} />
      <BlockForm user={account} form={account.blocked ? forms.unblock : forms.block} />
    </OwnPage>
  );
}

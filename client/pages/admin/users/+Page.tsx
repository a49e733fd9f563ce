import { USERS_PATH } from '#contract/pages/paths.js';
import { ListPage } from '../../../components/layouts/own-page';
import { UserSearch, UserTable } from '../../../features/account/administration/searched-tables';
import { usePage } from '../../../lib/page-context';
import type { UsersData } from './+load.server';

export function Page({ data }: { data: UsersData }) {
  const { t } = usePage();
  const texts = {
    title: t('admin.users.title'),
    total: t('admin.users.total', { count: data.total }),
    none: t('admin.users.none'),
    noneText: t('admin.users.noneText'),
    all: t('admin.users.showAll'),
    pages: t('admin.users.pages'),
  };
  return (
    <ListPage path={USERS_PATH} list={data} texts={texts} search={<UserSearch {...data.query} />}>
      <UserTable users={data.users} />
    </ListPage>
  );
}

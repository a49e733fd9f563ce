import { USERS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { ButtonLink } from '../../../components/ui/button';
import { Pagination } from '../../../components/ui/pagination';
import { Panel } from '../../../components/ui/panel';
import { type UserQuery, UserSearch, UserTable } from '../../../features/account/administration/user-table';
import { usePage } from '../../../lib/page-context';
import type { UsersData } from './+load.server';

export function Page({ data: { users, total, page, pages, query } }: { data: UsersData }) {
  const { t, href } = usePage();
  const pageHref = (to: number) => href(`${USERS_PATH}?${queryText(query, to)}`);
  return (
    <OwnPage title={t('admin.users.title')} intro={<p>{t('admin.users.total', { count: total })}</p>}>
      <UserSearch {...query} />
      {users.length > 0 ? (
        <UserTable users={users} />
      ) : (
        <Panel id="none" title={t('admin.users.none')}>
          <p>{t('admin.users.noneText')}</p>
          <ButtonLink kind="secondary" href={href(USERS_PATH)}>
            {t('admin.users.showAll')}
          </ButtonLink>
        </Panel>
      )}
      <Pagination
        page={page}
        pages={pages}
        href={pageHref}
        labels={{ name: t('admin.users.pages'), previous: t('search.pages.previous'), next: t('search.pages.next') }}
      />
    </OwnPage>
  );
}

function queryText(query: UserQuery, page: number): string {
  const named = Object.entries({ ...query, page: String(page) }).filter(([, value]) => value !== '');
  return new URLSearchParams(named).toString();
}

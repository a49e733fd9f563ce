import type { ListedUserFragment } from '#contract/generated/operations.js';
import { USER_PATH } from '#contract/pages/paths.js';
import { Tag } from '../../../components/ui/tag';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './administration.module.css';

/** Accounts: a table, on phones a card for each. */
export function UserTable({ users }: { users: readonly ListedUserFragment[] }) {
  const { t, locale, href, site } = usePage();
  return (
    <table className={styles.users}>
      <thead>
        <tr>
          <th scope="col">{t('admin.users.account')}</th>
          <th scope="col">{t('admin.users.roles')}</th>
          <th scope="col">{t('admin.users.state')}</th>
          <th scope="col">{t('admin.users.created')}</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <th scope="row">
              <a href={href(`${USER_PATH}?user=${user.id}`)} rel="nofollow">
                {user.name}
              </a>
              <span>{user.email}</span>
            </th>
            <td data-label={t('admin.users.roles')}>
              {user.roles.map(({ targetId }) => t(`dashboard.role.${targetId}`)).join(', ')}
            </td>
            <td data-label={t('admin.users.state')}>
              <UserState user={user} />
            </td>
            <td data-label={t('admin.users.created')}>{formatDate(user.created, locale, site.timeZone)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function UserState({ user }: { user: ListedUserFragment }) {
  const { t } = usePage();
  const state = user.blocked ? 'blocked' : user.emailVerified ? 'active' : 'unverified';
  return <Tag>{t(`admin.users.states.${state}`)}</Tag>;
}

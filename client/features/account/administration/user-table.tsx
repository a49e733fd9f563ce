import type { ListedUserFragment } from '#contract/generated/operations.js';
import { USER_PATH, USERS_PATH } from '#contract/pages/paths.js';
import { ROLE_NAMES } from '#contract/accounts/account-roles.js';
import { Tag } from '../../../components/ui/tag';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import table from '../../../components/ui/record-table.module.css';
import styles from './administration.module.css';
import { Button } from '../../../components/ui/button';
import { SelectField, TextField } from '../../../components/ui/forms/field';
import { Icon } from '../../../components/ui/icon';

/** Accounts: a table, on phones a card for each. */
export function UserTable({ users }: { users: readonly ListedUserFragment[] }) {
  const { t, locale, href, site } = usePage();
  return (
    <table className={table.records}>
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

/** What a list of accounts is narrowed to; empty texts: to nothing. */
export interface UserQuery {
  search: string;
  role: string;
  state: string;
}

export function UserSearch({ search, role, state }: UserQuery) {
  const { t, href } = usePage();
  return (
    <form className={styles.search} action={href(USERS_PATH)} role="search">
      <TextField label={t('admin.users.search')} type="search" name="search" defaultValue={search} />
      <SelectField
        label={t('admin.users.role')}
        name="role"
        defaultValue={role}
        options={[
          ['', t('admin.users.all')],
          ...ROLE_NAMES.map((name) => [name, t(`dashboard.role.${name}`)] as const),
        ]}
      />
      <SelectField
        label={t('admin.users.state')}
        name="state"
        defaultValue={state}
        options={[
          ['', t('admin.users.all')],
          ['open', t('admin.users.states.open')],
          ['blocked', t('admin.users.states.blocked')],
        ]}
      />
      <Button>
        <Icon name="search" />
        {t('admin.users.find')}
      </Button>
    </form>
  );
}

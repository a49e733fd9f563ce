import type { ListedUserFragment } from '#contract/generated/operations.js';
import { ROLE_NAMES } from '#contract/accounts/account-roles.js';
import { userPath, USERS_PATH } from '#contract/pages/paths.js';
import { TextField } from '../../../components/ui/forms/field';
import { RecordTable } from '../../../components/ui/record-table';
import { Tag } from '../../../components/ui/tag';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { OneOrAll, SearchForm } from './search-form';

export function UserTable({ users }: { users: readonly ListedUserFragment[] }) {
  const { t, locale, href, site } = usePage();
  return (
    <RecordTable
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('admin.users.account'),
          cell: ({ id, name, email }) => (
            <>
              <a href={href(userPath(id))} rel="nofollow">
                {name}
              </a>
              <span>{email}</span>
            </>
          ),
        },
        {
          label: t('admin.users.roles'),
          cell: ({ roles }) => roles.map(({ targetId }) => t(`dashboard.role.${targetId}`)).join(', '),
        },
        { label: t('admin.users.state'), cell: (user) => <UserState user={user} /> },
        { label: t('admin.users.created'), cell: ({ created }) => formatDate(created, locale, site.timeZone) },
      ]}
    />
  );
}

export function UserState({ user }: { user: ListedUserFragment }) {
  const { t } = usePage();
  const state = user.blocked ? 'blocked' : user.emailVerified ? 'active' : 'unverified';
  return <Tag>{t(`admin.users.states.${state}`)}</Tag>;
}

/** Filters of a list of accounts; an empty text means no filter. */
export interface UserQuery {
  search: string;
  role: string;
  state: string;
}

export function UserSearch({ search, role, state }: UserQuery) {
  const { t } = usePage();
  return (
    <SearchForm path={USERS_PATH}>
      <TextField label={t('admin.users.search')} type="search" name="search" defaultValue={search} />
      <OneOrAll
        name="role"
        label={t('admin.users.role')}
        value={role}
        options={ROLE_NAMES.map((name) => [name, t(`dashboard.role.${name}`)])}
      />
      <OneOrAll
        name="state"
        label={t('admin.users.state')}
        value={state}
        options={[
          ['open', t('admin.users.states.open')],
          ['blocked', t('admin.users.states.blocked')],
        ]}
      />
    </SearchForm>
  );
}

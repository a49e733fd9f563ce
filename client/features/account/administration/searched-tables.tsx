import type { ReactNode } from 'react';
import type { ListedUserFragment, ListedOrganizationFragment } from '#contract/generated/operations.js';
import { ROLE_NAMES } from '#contract/accounts/account-roles.js';
import {
  userPath,
  USERS_PATH,
  type Path,
  SITE_ORGANIZATION_PATH,
  SITE_ORGANIZATIONS_PATH,
} from '#contract/pages/paths.js';
import { TextField, SelectField } from '../../../components/ui/forms/field';
import { RecordTable } from '../../../components/ui/record-table';
import { Tag } from '../../../components/ui/tag';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { classNames } from '../../../components/ui/class-names';
import { Button } from '../../../components/ui/buttons/button';
import { Icon } from '../../../components/ui/icon';
import styles from './administration.module.css';

/** The states by which organizations can be filtered. */
export const ORGANIZATION_STATES = ['public', 'pending', 'suspended', 'closed'] as const;

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

/**
 * Filters a list for administrators; the filters become part of the list's address.
 *
 * @param many whether it has more fields than fit in one row
 */
export function SearchForm({ path, many, children }: { path: Path; many?: boolean; children: ReactNode }) {
  const { t, href } = usePage();
  return (
    <form className={classNames(styles.search, many && styles.many)} action={href(path)} role="search">
      {children}
      <Button>
        <Icon name="search" />
        {t('admin.users.find')}
      </Button>
    </form>
  );
}

/** Selects one of several values, or all of them. */
export function OneOrAll({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  /** Empty for all. */
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}) {
  const { t } = usePage();
  return (
    <SelectField label={label} name={name} defaultValue={value} options={[['', t('admin.users.all')], ...options]} />
  );
}

/** Filters of the list; an empty text means no filter. */
export interface OrganizationQuery {
  search: string;
  state: string;
}

/** Searches organizations by name and state. */
export function OrganizationSearch({ search, state }: OrganizationQuery) {
  const { t } = usePage();
  return (
    <SearchForm path={SITE_ORGANIZATIONS_PATH}>
      <TextField label={t('admin.organizations.search')} type="search" name="search" defaultValue={search} />
      <OneOrAll
        name="state"
        label={t('admin.users.state')}
        value={state}
        options={ORGANIZATION_STATES.map((each) => [each, t(`admin.organizations.states.${each}`)])}
      />
    </SearchForm>
  );
}

export function OrganizationTable({ organizations }: { organizations: readonly ListedOrganizationFragment[] }) {
  const { t, locale, href, site } = usePage();
  return (
    <RecordTable
      rows={organizations}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t('admin.organizations.name'),
          cell: ({ id, name }) => (
            <a href={href(`${SITE_ORGANIZATION_PATH}?organization=${id}`)} rel="nofollow">
              {name}
            </a>
          ),
        },
        { label: t('admin.users.state'), cell: (organization) => <OrganizationTags organization={organization} /> },
        {
          label: t('admin.organizations.jobs'),
          cell: ({ jobs, publishedJobs }) =>
            t('admin.organizations.jobCount', { count: jobs, published: publishedJobs }),
        },
        { label: t('admin.organizations.members'), cell: ({ members }) => members.length },
        { label: t('admin.users.created'), cell: ({ created }) => formatDate(created, locale, site.timeZone) },
      ]}
    />
  );
}

/** The organization's state, and the decisions of administrators about it. */
export function OrganizationTags({ organization }: { organization: ListedOrganizationFragment }) {
  const { t } = usePage();
  return (
    <>
      <Tag>{t(`admin.organizations.states.${organization.state}`)}</Tag>{' '}
      {organization.isVerified && <Tag>{t('admin.organizations.verified')}</Tag>}{' '}
      {organization.isTrusted && <Tag>{t('admin.organizations.trusted')}</Tag>}
    </>
  );
}

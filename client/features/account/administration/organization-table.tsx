import type { ListedOrganizationFragment } from '#contract/generated/operations.js';
import { SITE_ORGANIZATION_PATH, SITE_ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import { TextField } from '../../../components/ui/forms/field';
import { RecordTable } from '../../../components/ui/record-table';
import { Tag } from '../../../components/ui/tag';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { OneOrAll, SearchForm } from './search-form';

/** The states by which organizations can be filtered. */
export const ORGANIZATION_STATES = ['public', 'pending', 'suspended', 'closed'] as const;

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

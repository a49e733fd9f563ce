import {
  organizationPath,
  SITE_JOBS_PATH,
  SITE_ORGANIZATION_PATH,
  SITE_ORGANIZATIONS_PATH,
} from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import styles from '../../../features/account/administration/administration.module.css';
import {
  OrganizationDecisions,
  OrganizationMembers,
} from '../../../features/account/administration/organization-decisions';
import { MergeLink } from '../../../features/account/administration/organization-merge';
import { OrganizationTags } from '../../../features/account/administration/organization-table';
import { formatDate } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { OrganizationData } from './+load.server';

export function Page({ data: { organization, form, notice } }: { data: OrganizationData }) {
  const { t, href, locale, site } = usePage();
  const { id, name, state, website } = organization;
  return (
    <OwnPage
      narrow
      title={name}
      trail={[
        { name: t('admin.organizations.title'), path: SITE_ORGANIZATIONS_PATH },
        { name, path: `${SITE_ORGANIZATION_PATH}?organization=${id}` },
      ]}
      intro={
        <p className={styles.facts}>
          <OrganizationTags organization={organization} />
          <span>
            {t('admin.organizations.since', { date: formatDate(organization.created, locale, site.timeZone) })}
          </span>
        </p>
      }
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`admin.organizations.decision.${notice}.done`)}
          </Alert>
        </div>
      )}
      <FormErrors errors={form.errors} labels={{ reason: t('admin.user.reason') }} address={form.action} />
      <ul className={styles.people}>
        {state === 'public' && (
          <li>
            <a href={href(organizationPath(id, name))}>{t('admin.organizations.page')}</a>
          </li>
        )}
        <li>
          <a href={href(`${SITE_JOBS_PATH}?organization=${encodeURIComponent(name)}`)}>
            {t('admin.organizations.jobCount', { count: organization.jobs, published: organization.publishedJobs })}
          </a>
        </li>
        {website && <li>{website}</li>}
        {organization.mergedInto && (
          <li>
            <a href={href(`${SITE_ORGANIZATION_PATH}?organization=${organization.mergedInto}`)}>
              {t('admin.organizations.mergedInto')}
            </a>
          </li>
        )}
      </ul>
      <OrganizationMembers organization={organization} />
      <OrganizationDecisions organization={organization} form={form} />
      {(state === 'public' || state === 'pending') && <MergeLink organization={organization} />}
    </OwnPage>
  );
}

import { ORGANIZATION_MERGE_PATH, SITE_ORGANIZATION_PATH, SITE_ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { MergeChoice, MergePreview } from '../../../features/account/administration/organization-merge';
import { withQuery } from '../../../lib/page-data';
import { usePage } from '../../../lib/page-context';
import type { OrganizationMergeData } from './+load.server';

export function Page({ data: { organization, merge, found, search, form } }: { data: OrganizationMergeData }) {
  const { t } = usePage();
  const title = t('admin.merge.of', { name: organization.name });
  const about = { organization: organization.id };
  return (
    <OwnPage
      narrow
      title={title}
      trail={[
        { name: t('admin.organizations.title'), path: SITE_ORGANIZATIONS_PATH },
        { name: organization.name, path: withQuery(SITE_ORGANIZATION_PATH, about) },
        { name: title, path: withQuery(ORGANIZATION_MERGE_PATH, about) },
      ]}
    >
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      {merge ? (
        <MergePreview merge={merge} form={form} />
      ) : (
        <MergeChoice organization={organization} found={found} search={search} />
      )}
    </OwnPage>
  );
}

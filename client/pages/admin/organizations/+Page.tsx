import { SITE_ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import { ListPage } from '../../../components/layouts/own-page';
import { OrganizationSearch, OrganizationTable } from '../../../features/account/administration/searched-tables';
import { usePage } from '../../../lib/page-context';
import type { OrganizationsData } from './+load.server';

export function Page({ data }: { data: OrganizationsData }) {
  const { t } = usePage();
  const texts = {
    title: t('admin.organizations.title'),
    total: t('admin.organizations.total', { count: data.total }),
    none: t('admin.organizations.none'),
    noneText: t('admin.organizations.noneText'),
    all: t('admin.organizations.showAll'),
    pages: t('admin.organizations.pages'),
  };
  return (
    <ListPage path={SITE_ORGANIZATIONS_PATH} list={data} texts={texts} search={<OrganizationSearch {...data.query} />}>
      <OrganizationTable organizations={data.organizations} />
    </ListPage>
  );
}

import { DASHBOARD_PATH, ownApplicationPath } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { AdditionForm } from '../../../features/applications/own/addition-form';
import { usePage } from '../../../lib/page-context';
import type { AdditionPageData } from './+load.server';

export function Page({ data: { application, form, kept } }: { data: AdditionPageData }) {
  const { t, path } = usePage();
  return (
    <OwnPage
      title={t('applications.add.title')}
      trail={[
        { name: t('account.menu.dashboard'), path: DASHBOARD_PATH },
        { name: application.job.title, path: ownApplicationPath(application.id) },
        { name: t('applications.add.title'), path },
      ]}
      narrow
    >
      <AdditionForm form={form} kept={kept} organization={application.job.organizationName} />
    </OwnPage>
  );
}

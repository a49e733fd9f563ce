import { JOB_CLOSING_PATH, JOB_MANAGER_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Panel } from '../../../components/ui/containers/panel';
import { ClosingForm } from '../../../features/applications/closing/closing-form';
import { usePage } from '../../../lib/page-context';
import type { ClosingData } from './+load.server';

export function Page({ data: { closing, form } }: { data: ClosingData }) {
  const { t, href } = usePage();
  const { job, total } = closing;
  return (
    <OwnPage
      title={t('applications.closing.title')}
      trail={[
        { name: t('job-wizard.manager.title'), path: JOB_MANAGER_PATH },
        { name: t('applications.closing.title'), path: `${JOB_CLOSING_PATH}?job=${job.id}` },
      ]}
      intro={<p>{job.title}</p>}
    >
      {total === 0 ? (
        <Panel id="none" title={t('applications.closing.none')}>
          <p>{t('applications.closing.noneText')}</p>
          <a href={href(JOB_MANAGER_PATH)}>{t('job-wizard.manager.title')}</a>
        </Panel>
      ) : (
        <ClosingForm closing={closing} form={form} />
      )}
    </OwnPage>
  );
}

import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { Panel } from '../../../components/ui/containers/panel';
import { RetentionTable } from '../../../features/account/administration/retention-table';
import { usePage } from '../../../lib/page-context';
import type { RetentionData } from './+load.server';

/** Retention periods of the site's data, and what was deleted because of them. */
export function Page({ data: { kinds } }: { data: RetentionData }) {
  const { t } = usePage();
  return (
    <OwnPage title={t('admin.retention.title')} intro={<p>{t('admin.retention.intro')}</p>}>
      {kinds.some(({ failedAt }) => failedAt !== null) && <Alert kind="warn">{t('admin.retention.failed')}</Alert>}
      <Panel id="kinds" title={t('admin.retention.table')}>
        <RetentionTable kinds={kinds} />
      </Panel>
    </OwnPage>
  );
}

import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Alert } from '../../components/ui/feedback/alert';
import { AlertSettings } from '../../features/alerts/own-alerts';
import { usePage } from '../../lib/page-context';
import type { AlertEditData } from './+load.server';

export function Page({ data: { alert, change, end, notice } }: { data: AlertEditData }) {
  const { t, path } = usePage();
  return (
    <OwnPage
      title={t('alerts.edit.title')}
      trail={[
        { name: t('account.menu.dashboard'), path: DASHBOARD_PATH },
        { name: t('alerts.edit.title'), path },
      ]}
      narrow
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`alerts.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <AlertSettings alert={alert} change={change} end={end} />
    </OwnPage>
  );
}

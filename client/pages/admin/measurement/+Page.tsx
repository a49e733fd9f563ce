import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { Panel } from '../../../components/ui/containers/panel';
import { RecentEvents, RelayTrials, RelaySummary } from '../../../features/account/administration/relay-panels';
import { usePage } from '../../../lib/page-context';
import type { MeasurementData } from './+load.server';

/** The configuration of event relays, the latest events, and a test. */
export function Page({ data: { report, validate, test, notice } }: { data: MeasurementData }) {
  const { t } = usePage();
  return (
    <OwnPage title={t('admin.measurement.title')} intro={<p>{t('admin.measurement.intro')}</p>}>
      {notice && (
        <Alert kind="good" passing>
          <p role="status">{t(`admin.measurement.notices.${notice}`)}</p>
        </Alert>
      )}
      <RelaySummary destinations={report.destinations} />
      <RelayTrials destinations={report.destinations} validate={validate} test={test} />
      <Panel id="recent" title={t('admin.measurement.recent')}>
        <RecentEvents events={report.recent} />
      </Panel>
    </OwnPage>
  );
}

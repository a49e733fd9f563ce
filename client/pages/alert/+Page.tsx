import { JOBS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Alert } from '../../components/ui/feedback/alert';
import { ButtonLink } from '../../components/ui/buttons/button';
import { AlertSettings, ConfirmForm } from '../../features/alerts/own-alerts';
import { usePage } from '../../lib/page-context';
import type { AlertLinkData } from './+load.server';

export function Page({ data: { state, alert, confirm, change, end, notice } }: { data: AlertLinkData }) {
  const { t, href } = usePage();
  if (!alert) {
    return (
      <OwnPage
        title={t(state === 'ended' ? 'alerts.ended' : 'alerts.link.broken')}
        intro={<p>{t(state === 'ended' ? 'alerts.link.endedText' : 'alerts.link.brokenText')}</p>}
        narrow
      >
        <div>
          <ButtonLink kind="secondary" href={href(JOBS_PATH)}>
            {t('alerts.asked.jobs')}
          </ButtonLink>
        </div>
      </OwnPage>
    );
  }
  return (
    <OwnPage title={t('alerts.link.title')} narrow>
      {notice && (
        <div role="status">
          <Alert kind="good">{t(`alerts.notice.${notice}`)}</Alert>
        </div>
      )}
      {!alert.confirmed && <ConfirmForm form={confirm} />}
      <AlertSettings alert={alert} change={change} end={end} />
    </OwnPage>
  );
}

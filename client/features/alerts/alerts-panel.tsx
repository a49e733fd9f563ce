import type { AlertFragment } from '#contract/generated/operations.js';
import { alertPath, JOBS_PATH, RESUMES_PATH } from '#contract/pages/paths.js';
import { Alert } from '../../components/ui/feedback/alert';
import { Panel } from '../../components/ui/containers/panel';
import { usePage } from '../../lib/page-context';
import { AlertFacts } from './alert-facts';
import styles from './alerts.module.css';

/**
 * The user's alerts, each with links to its search and its settings (APP-07).
 *
 * @param alerts undefined if they are currently unavailable
 * @param kind what users without alerts would search for
 */
export function AlertsPanel({
  alerts,
  kind,
}: {
  alerts: readonly AlertFragment[] | undefined;
  kind: AlertFragment['kind'];
}) {
  const { t, href } = usePage();
  const search = kind === 'job' ? JOBS_PATH : RESUMES_PATH;
  return (
    <Panel id="alerts" title={t('alerts.title')}>
      {!alerts && <Alert kind="warn">{t('alerts.failed')}</Alert>}
      {alerts?.length === 0 && (
        <p className={styles.soft}>
          {t(`alerts.none.${kind}`)} <a href={href(search)}>{t(`alerts.find.${kind}`)}</a>
        </p>
      )}
      {alerts && alerts.length > 0 && (
        <ul className={styles.rows}>
          {alerts.map((alert) => {
            const name = alert.summary || t(`alerts.everything.${alert.kind}`);
            return (
              <li key={alert.id}>
                <div>
                  <a href={href(alert.url.path)}>{name}</a>
                  <AlertFacts alert={alert} />
                </div>
                <a href={href(alertPath(alert.kind, alert.id))} aria-label={t('alerts.changeNamed', { name })}>
                  {t('alerts.change')}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

import { Alert } from '../../components/ui/feedback/alert';
import { ButtonLink } from '../../components/ui/button';
import { OwnPage } from '../../components/layouts/own-page';
import { Panel } from '../../components/ui/panel';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import { JOBS_PATH } from '#contract/pages/paths.js';
import styles from './alerts.module.css';
import type { NewAlertData } from './new-alert';
import { NewAlertForm } from './new-alert-form';

/** Where a search is kept; afterwards it says what comes next. */
export function NewAlertPage({ data }: { data: NewAlertData }) {
  const { t, href } = usePage();
  const { features } = useSite();
  const { kind, summary, page, isAsked } = data;
  if (isAsked) {
    return (
      <OwnPage title={t('alerts.asked.title')} intro={<p>{t('alerts.asked.intro')}</p>} narrow>
        <ul className={styles.steps}>
          <li>{t('alerts.asked.link')}</li>
          <li>{t('alerts.asked.spam')}</li>
          <li>{t('alerts.asked.known')}</li>
        </ul>
        <div>
          <ButtonLink kind="secondary" href={href(JOBS_PATH)}>
            {t('alerts.asked.jobs')}
          </ButtonLink>
        </div>
      </OwnPage>
    );
  }
  return (
    <OwnPage title={t(`alerts.new.${kind}.title`)} intro={<p>{t(`alerts.new.${kind}.intro`)}</p>} narrow>
      <Panel id="search" title={t('alerts.search')} aside={<a href={href(page)}>{t('alerts.show')}</a>}>
        <p className={styles.summary}>{summary || t(`alerts.everything.${kind}`)}</p>
        {features.readOnly ? <Alert kind="warn">{t('maintenance.change')}</Alert> : <NewAlertForm data={data} />}
      </Panel>
    </OwnPage>
  );
}

import { AUDIT_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { ButtonLink } from '../../../components/ui/button';
import { Panel } from '../../../components/ui/panel';
import { AuditList } from '../../../features/account/administration/audit-list';
import styles from '../../../features/account/administration/administration.module.css';
import { usePage } from '../../../lib/page-context';
import type { AuditData } from './+load.server';

export function Page({ data: { events, older, isOld } }: { data: AuditData }) {
  const { t, href } = usePage();
  const here = href(AUDIT_PATH);
  return (
    <OwnPage title={t('admin.audit.title')} intro={<p>{t('admin.audit.intro')}</p>} narrow>
      <Panel id="events" title={t(isOld ? 'admin.audit.earlier' : 'admin.audit.latest')}>
        <AuditList events={events} />
      </Panel>
      {(older !== undefined || isOld) && (
        <p className={styles.facts}>
          {isOld && (
            <ButtonLink kind="secondary" href={here}>
              {t('admin.audit.newest')}
            </ButtonLink>
          )}
          {older !== undefined && (
            <ButtonLink kind="secondary" href={`${here}?before=${older}`} rel="nofollow">
              {t('admin.audit.older')}
            </ButtonLink>
          )}
        </p>
      )}
    </OwnPage>
  );
}

import { AUDIT_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { Panel } from '../../../components/ui/containers/panel';
import { AuditList } from '../../../features/account/administration/audit-list';
import { AuditSearch, NoAuditEvents } from '../../../features/account/administration/audit-search';
import styles from '../../../features/account/administration/administration.module.css';
import { isEmptyQuery, withQuery } from '../../../lib/list-data';
import { usePage } from '../../../lib/page-context';
import type { AuditData } from './+load.server';

export function Page({ data: { events, older, isOld, query, actor } }: { data: AuditData }) {
  const { t, href } = usePage();
  return (
    <OwnPage title={t('admin.audit.title')} intro={<p>{t('admin.audit.intro')}</p>} narrow>
      <AuditSearch query={query} actor={actor} />
      {events.length === 0 && !isEmptyQuery(query) ? (
        <NoAuditEvents query={query} actor={actor} />
      ) : (
        <Panel id="events" title={t(isOld ? 'admin.audit.earlier' : 'admin.audit.latest')}>
          <AuditList events={events} />
        </Panel>
      )}
      {(older !== undefined || isOld) && (
        <p className={styles.facts}>
          {isOld && (
            <ButtonLink kind="secondary" href={href(withQuery(AUDIT_PATH, query))}>
              {t('admin.audit.newest')}
            </ButtonLink>
          )}
          {older !== undefined && (
            <ButtonLink kind="secondary" href={href(withQuery(AUDIT_PATH, { ...query, before: older }))} rel="nofollow">
              {t('admin.audit.older')}
            </ButtonLink>
          )}
        </p>
      )}
    </OwnPage>
  );
}

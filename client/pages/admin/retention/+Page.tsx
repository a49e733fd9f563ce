import type { RetentionFieldsFragment } from '#contract/generated/operations.js';
import { NOTICE_DAYS, UNUSED_NOTICE_DAYS } from '#contract/retention/retention-periods.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import { RecordTable } from '../../../components/ui/record-table';
import { formatNumber, formatTime } from '../../../lib/format';
import styles from '../../../features/account/administration/administration.module.css';
import type { RetentionData } from './+load.server';

/** Days of notice, for kinds where it is not `NOTICE_DAYS`. */
const NOTICE_OF: Readonly<Record<string, number>> = { resumes: UNUSED_NOTICE_DAYS, unusedAccounts: UNUSED_NOTICE_DAYS };

/** Number at which the backend stops counting. */
const MAX_COUNTED = 10_000;

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

/** All kinds of data with a retention period: the period, where it is configured, and the results of the deletion runs. */
function RetentionTable({ kinds }: { kinds: readonly RetentionFieldsFragment[] }) {
  const { t, locale } = usePage();
  return (
    <RecordTable
      rows={kinds}
      keyOf={({ kind }) => kind}
      isExplained
      columns={[
        {
          label: t('admin.retention.kind'),
          cell: ({ kind }) => (
            <>
              {t(`admin.retention.kinds.${kind}`)}
              <p className={styles.soft}>
                {t(`admin.retention.reasons.${kind}`, { days: NOTICE_OF[kind] ?? NOTICE_DAYS })}
              </p>
            </>
          ),
        },
        { label: t('admin.retention.period'), cell: (row) => <Period {...row} /> },
        { label: t('admin.retention.lastRun'), cell: (row) => <LastRun {...row} /> },
        { label: t('admin.retention.deleted'), cell: ({ deleted }) => formatNumber(deleted, locale) },
        { label: t('admin.retention.due'), cell: (row) => <NextRun {...row} /> },
      ]}
    />
  );
}

function Period({ period, unit, source }: RetentionFieldsFragment) {
  const { t } = usePage();
  if (period === null) return t('admin.retention.own');
  return (
    <>
      {t(`admin.retention.${unit}`, { count: period })}
      <p className={styles.soft}>{t(`admin.retention.source.${source}`)}</p>
    </>
  );
}

function LastRun({ lastRun, runningSince, failedAt }: RetentionFieldsFragment) {
  const { t, locale, site } = usePage();
  const shown = (time: string) => formatTime(time, locale, site.timeZone);
  return (
    <>
      {runningSince !== null
        ? t('admin.retention.running', { time: shown(runningSince) })
        : lastRun === null
          ? t('admin.retention.noRun')
          : shown(lastRun)}
      {failedAt !== null && <p>{t('admin.retention.failedAt', { time: shown(failedAt) })}</p>}
    </>
  );
}

function NextRun({ due, nextRun }: RetentionFieldsFragment) {
  const { t, locale, site } = usePage();
  const count = formatNumber(due, locale);
  return (
    <>
      {due < MAX_COUNTED ? count : t('admin.retention.atLeast', { count })}
      <p className={styles.soft}>{t('admin.retention.next', { time: formatTime(nextRun, locale, site.timeZone) })}</p>
    </>
  );
}

import { Panel } from '../../components/ui/panel';
import { Skeleton } from '../../components/ui/feedback/skeleton';
import { Tag } from '../../components/ui/tag';
import { formatDate, formatNumber } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import { type Subscription, useUser } from '../../lib/user/user-context';
import styles from './dashboard.module.css';
import { LoadError } from './load-error';

/** What the organization has subscribed to. */
export function Subscriptions() {
  const { t } = usePage();
  const { data, loading, error, total } = useUser().subscriptions;
  return (
    <Panel
      id="subscriptions"
      title={t('dashboard.subscriptions.title')}
      aside={total > 0 && <span className={styles.soft}>{t('dashboard.subscriptions.total', { count: total })}</span>}
    >
      {error && <LoadError message={t('dashboard.subscriptions.failed')} errors={error} />}
      {loading && <Skeleton />}
      {!error && !loading && data.length === 0 && <p className={styles.soft}>{t('dashboard.subscriptions.none')}</p>}
      {data.length > 0 && (
        <ul className={styles.rows}>
          {data.map((subscription) => (
            <SubscriptionRow key={subscription.id} subscription={subscription} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const { t, locale, site } = usePage();
  const {
    label,
    status,
    startDate,
    endDate,
    availableJobSlots,
    usageResumeContactSlots: contacts,
    absoluteUrl,
  } = subscription;
  const start = formatDate(startDate, locale, site.timeZone);
  const time = endDate
    ? t('dashboard.subscriptions.until', { start, end: formatDate(endDate, locale, site.timeZone) })
    : t('dashboard.subscriptions.since', { start });
  return (
    <li>
      <p>
        <strong>{absoluteUrl ? <a href={absoluteUrl}>{label}</a> : label}</strong> <Tag>{status.label}</Tag>
      </p>
      <p className={styles.soft}>{time}</p>
      <p className={styles.soft}>
        {t('dashboard.subscriptions.jobSlots', { count: availableJobSlots })}
        {contacts &&
          ` · ${t('dashboard.subscriptions.contacts', { available: contacts.available, total: contacts.total })}`}
      </p>
    </li>
  );
}

/** What the organization can still spend. */
export function Credits() {
  const { t, locale } = usePage();
  const { data, loading, error } = useUser().credits;
  return (
    <Panel id="credits" title={t('dashboard.credits.title')}>
      {error && <LoadError message={t('dashboard.credits.failed')} errors={error} />}
      {loading && <Skeleton />}
      {!error && !loading && data.length === 0 && <p className={styles.soft}>{t('dashboard.credits.none')}</p>}
      {data.length > 0 && (
        <dl className={styles.numbers}>
          {data.map(({ type, label, amount }) => (
            <div key={type}>
              <dt>{label}</dt>
              <dd>{formatNumber(amount, locale)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}

import { Panel } from '../../components/ui/panel';
import { Skeleton } from '../../components/ui/feedback/skeleton';
import { formatNumber } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import { useUser } from '../../lib/user/user-context';
import styles from './dashboard.module.css';
import { LoadError } from './load-error';

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

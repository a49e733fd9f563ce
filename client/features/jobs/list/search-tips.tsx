import { usePage } from '../../../lib/page-context';
import styles from './search-tips.module.css';

const TIPS = ['phrase', 'without', 'begins', 'place'];

/** What stands beside the list while no job is open. */
export function SearchTips() {
  const { t } = usePage();
  return (
    <div className={styles.tips}>
      <h2>{t('jobs.tips.title')}</h2>
      <p>{t('jobs.tips.open')}</p>
      <dl>
        {TIPS.map((tip) => (
          <div key={tip}>
            <dt>{t(`jobs.tips.${tip}.example`)}</dt>
            <dd>{t(`jobs.tips.${tip}.text`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

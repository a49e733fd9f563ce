import { usePage } from '../../../lib/page-context';
import styles from './ad-place.module.css';

/** Where an advertisement may stand among results. Nothing of its service is asked for without consent: until then it says so. */
export function AdPlace() {
  const { t } = usePage();
  return (
    <li className={styles.place} data-ad-place>
      <p>{t('jobs.ad')}</p>
    </li>
  );
}

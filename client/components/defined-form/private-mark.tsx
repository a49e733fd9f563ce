import { usePage } from '../../lib/page-context';
import { Icon } from '../ui/icon';
import styles from './defined-form.module.css';

/** Beside what a field is called that few people see. */
export function PrivateMark() {
  const { t } = usePage();
  return (
    <small className={styles.private}>
      <Icon name="lock" /> {t('defined-form.private')}
    </small>
  );
}

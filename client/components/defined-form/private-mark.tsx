import { usePage } from '../../lib/page-context';
import { Icon } from '../ui/icon';
import styles from './defined-form.module.css';

/** A mark beside the label of a field that only few people can see. */
export function PrivateMark() {
  const { t } = usePage();
  return (
    <small className={styles.private}>
      <Icon name="lock" /> {t('defined-form.private')}
    </small>
  );
}

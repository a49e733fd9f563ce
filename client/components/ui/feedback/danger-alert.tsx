import type { ReactNode } from 'react';
import { usePage } from '../../../lib/page-context';
import alert from './alert.module.css';
import { Icon } from '../icon';
import styles from './danger-alert.module.css';

/**
 * Something that went wrong, to be read at once and closed.
 * @param address of the page without it: where closing leads without scripts
 */
export function DangerAlert({ address, children }: { address: string; children: ReactNode }) {
  const { t } = usePage();
  return (
    <div className={`${alert.alert} ${styles.danger}`} role="alert" tabIndex={-1} data-alert>
      <Icon name="warn" />
      <div className={styles.body}>{children}</div>
      <a className={styles.close} href={address} aria-label={t('form.close')} data-close-alert>
        <Icon name="close" />
      </a>
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { classNames } from '../class-names';
import { Icon } from '../icon';
import { usePage } from '../../../lib/page-context';

/** Information that users need before they continue. */
export function Alert({
  kind = 'info',
  passing,
  children,
}: {
  kind?: 'info' | 'warn' | 'good';
  /** About the last action: it disappears when the page is left (ROUTE-13). */
  passing?: boolean;
  children: ReactNode;
}) {
  return (
    <div data-message={passing} className={classNames(styles.alert, kind !== 'info' && styles[kind])}>
      <Icon name={kind === 'good' ? 'check' : kind} />
      <div>{children}</div>
    </div>
  );
}

/**
 * An error message that can be closed.
 * @param address address of the page without the message: target of the close link without scripts
 * @param onClose for islands, which have to know when it is closed
 */
export function DangerAlert({
  address,
  onClose,
  children,
}: {
  address: string;
  onClose?: () => void;
  children: ReactNode;
}) {
  const { t } = usePage();
  return (
    <div className={classNames(styles.alert, styles.danger)} role="alert" tabIndex={-1} data-alert>
      <Icon name="warn" />
      <div className={styles.body}>{children}</div>
      <a
        className={styles.close}
        href={address}
        aria-label={t('form.close')}
        data-close-alert
        onClick={
          onClose &&
          ((event) => {
            event.preventDefault();
            onClose();
          })
        }
      >
        <Icon name="close" />
      </a>
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { classNames } from '../class-names';
import { Icon } from '../icon';
import { usePage } from '../../../lib/page-context';

/** Something one should know before going on. */
export function Alert({
  kind = 'info',
  passing,
  children,
}: {
  kind?: 'info' | 'warn' | 'good';
  /** Of what was just done: gone when the page is left (ROUTE-13). */
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
 * Something that went wrong, to be read at once and closed.
 * @param address of the page without it: where closing leads without scripts
 * @param onClose on islands, where what closes it has to know
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

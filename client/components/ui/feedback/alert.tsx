import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { classNames } from '../class-names';
import { Icon } from '../icon';

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

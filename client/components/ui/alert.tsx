import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { classNames } from './class-names';
import { Icon } from './icon';

/** Something one should know before going on. */
export function Alert({ kind = 'info', children }: { kind?: 'info' | 'warn' | 'good'; children: ReactNode }) {
  return (
    <div className={classNames(styles.alert, kind !== 'info' && styles[kind])}>
      <Icon name={kind === 'good' ? 'check' : kind} />
      <div>{children}</div>
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { classNames } from './class-names';
import { Icon } from './icon';

/** Something one should know before going on. */
export function Alert({ kind = 'info', children }: { kind?: 'info' | 'warn'; children: ReactNode }) {
  return (
    <div className={classNames(styles.alert, kind === 'warn' && styles.warn)}>
      <Icon name={kind} />
      <div>{children}</div>
    </div>
  );
}

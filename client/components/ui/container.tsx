import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './container.module.css';

/** Keeps what is inside at a width that reads well. `section`: with air above. */
export function Container({
  narrow,
  section,
  className,
  children,
}: {
  narrow?: boolean;
  section?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames(styles.container, narrow && styles.narrow, section && styles.section, className)}>
      {children}
    </div>
  );
}

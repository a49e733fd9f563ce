import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import { columnClass, type Gap } from './column';
import styles from './container.module.css';

/** Limits its content to a readable width. `section`: adds vertical space; `gap`: lays out the content as a column. */
export function Container({
  narrow,
  section,
  gap,
  className,
  children,
}: {
  narrow?: boolean;
  section?: boolean;
  gap?: Gap;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        styles.container,
        narrow && styles.narrow,
        section && styles.section,
        gap && columnClass(gap),
        className,
      )}
    >
      {children}
    </div>
  );
}

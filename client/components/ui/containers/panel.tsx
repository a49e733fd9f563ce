import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import styles from './panel.module.css';

/** A part of a page that stands for itself. `aside`: what stands across from its title. */
export function Panel({
  id,
  title,
  aside,
  danger,
  children,
}: {
  /** Also of the address that leads to it. */
  id: string;
  title: ReactNode;
  aside?: ReactNode;
  danger?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={classNames(styles.panel, danger && styles.danger)} id={id} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

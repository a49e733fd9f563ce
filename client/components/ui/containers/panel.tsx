import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import styles from './panel.module.css';

/** A self-contained part of a page. `aside`: content opposite the title. */
export function Panel({
  id,
  title,
  aside,
  danger,
  children,
}: {
  /** Also the fragment of links to the panel. */
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

import type { ReactNode } from 'react';
import { Icon } from './icon';
import styles from './tag.module.css';

/** A short label on a record. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}

/** An active filter; the link removes it. `label` says so to screen readers. */
export function Chip({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a className={styles.chip} href={href} aria-label={label}>
      {children}
      <Icon name="close" />
    </a>
  );
}

/** A link in the shape of a chip. */
export function ChipLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={styles.chip} href={href}>
      {children}
    </a>
  );
}

import type { ReactNode } from 'react';
import { Icon } from './icon';
import styles from './tag.module.css';

/** A word about a thing. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}

/** A filter that is on; the link takes it away. `label` says so to those who do not see the cross. */
export function Chip({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a className={styles.chip} href={href} aria-label={label}>
      {children}
      <Icon name="close" />
    </a>
  );
}

/** A link shaped like a chip that leads somewhere. */
export function ChipLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={styles.chip} href={href}>
      {children}
    </a>
  );
}

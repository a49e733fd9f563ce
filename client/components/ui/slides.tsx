import type { ReactNode } from 'react';
import styles from './slides.module.css';

/**
 * Items beside each other, pushed aside with a finger, a wheel or the keyboard where there are more than fit. Needs no script.
 * @param beside how many stand beside each other on a wide screen, 2 to 6
 * @param label what they are
 */
export function Slides({ beside, label, children }: { beside: number; label: string; children: ReactNode }) {
  return (
    <ul className={styles.slides} data-beside={beside} aria-label={label}>
      {children}
    </ul>
  );
}

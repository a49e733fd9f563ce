import type { ReactNode } from 'react';
import { usePage } from '../../../lib/page-context';
import { classNames } from '../class-names';
import { Icon } from '../icon';
import styles from './slides.module.css';

/**
 * Items side by side that scroll by touch, wheel or keyboard if they do not all fit. Works without scripts; with them,
 * wide screens get a button on each side that has more items.
 * @param beside number of items side by side on a wide screen, 2 to 6
 * @param label label of the list
 */
export function Slides({ beside, label, children }: { beside: number; label: string; children: ReactNode }) {
  const { t } = usePage();
  return (
    <div className={styles.frame} data-slides>
      <button
        type="button"
        className={classNames(styles.arrow, styles.previous)}
        aria-label={t('layout.slides.previous', { list: label })}
        data-slides-previous
        hidden
      >
        <Icon name="left" />
      </button>
      <ul className={styles.slides} data-beside={beside} aria-label={label}>
        {children}
      </ul>
      <button
        type="button"
        className={classNames(styles.arrow, styles.next)}
        aria-label={t('layout.slides.next', { list: label })}
        data-slides-next
        hidden
      >
        <Icon name="right" />
      </button>
    </div>
  );
}

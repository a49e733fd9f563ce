import type { ReactNode } from 'react';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import styles from './home.module.css';

/** The promise in one sentence, the search, and the site's own drawing. */
export function Hero({ children }: { children: ReactNode }) {
  const { t } = usePage();
  const { illustration } = useSite();
  return (
    <div className={styles.hero}>
      <div className={styles.words}>
        <h1>{t('home.promise')}</h1>
        <p>{t('home.promiseDetail')}</p>
      </div>
      <div className={styles.search}>{children}</div>
      <div className={styles.drawing} aria-hidden="true" dangerouslySetInnerHTML={{ __html: illustration }} />
    </div>
  );
}

import type { ReactNode } from 'react';
import { Column } from '../../components/ui/containers/column';
import { Container } from '../../components/ui/containers/container';
import { useSite } from '../../lib/site-context';
import styles from './account.module.css';

/**
 * A page about the user's account: a single column with one task; wide screens show the site's illustration beside it.
 */
export function AccountFrame({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  const { illustration } = useSite();
  return (
    <Container section>
      <div className={styles.frame}>
        <Column gap={5} className={styles.card} data-account-card>
          <Column gap={2} className={styles.head}>
            <h1>{title}</h1>
            {intro && <p>{intro}</p>}
          </Column>
          {children}
        </Column>
        <div className={styles.drawing} aria-hidden="true" dangerouslySetInnerHTML={{ __html: illustration }} />
      </div>
    </Container>
  );
}

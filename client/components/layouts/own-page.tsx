import type { ReactNode } from 'react';
import { Container } from '../ui/container';
import styles from './own-page.module.css';

/** A page for somebody who is logged in: a title with what belongs to it, and panels below. */
export function OwnPage({
  title,
  intro,
  narrow,
  children,
}: {
  title: ReactNode;
  intro?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <Container narrow={narrow} className={styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {intro}
      </div>
      {children}
    </Container>
  );
}

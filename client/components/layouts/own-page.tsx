import type { ReactNode } from 'react';
import { Breadcrumb } from '../ui/breadcrumb';
import { Container } from '../ui/container';
import styles from './own-page.module.css';

/** A page for somebody who is logged in: a title with what belongs to it, and panels below. `trail`: the way to it, itself last. */
export function OwnPage({
  title,
  trail,
  intro,
  narrow,
  children,
}: {
  title: ReactNode;
  trail?: readonly { name: string; path: string }[];
  intro?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <Container narrow={narrow} className={styles.page}>
      <div className={styles.head}>
        {trail && <Breadcrumb trail={trail} />}
        <h1>{title}</h1>
        {intro}
      </div>
      {children}
    </Container>
  );
}

import type { ReactNode } from 'react';
import { Column } from '../ui/containers/column';
import { Breadcrumb } from '../ui/navigation/breadcrumb';
import { Container } from '../ui/containers/container';
import styles from './own-page.module.css';

/**
 * A page for logged-in users: a title with related actions, and panels below. `trail`: the breadcrumb, ending with this
 * page.
 */
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
    <Container narrow={narrow} gap={5} className={styles.page}>
      <Column gap={2} className={styles.head}>
        {trail && <Breadcrumb trail={trail} />}
        <h1>{title}</h1>
        {intro}
      </Column>
      {children}
    </Container>
  );
}

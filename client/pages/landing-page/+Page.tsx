import { Container } from '../../components/ui/container';
import { Prose } from '../../components/ui/prose';
import type { LandingPageData } from './+load.server';
import styles from './landing-page.module.css';

export function Page({ data: { title, body } }: { data: LandingPageData }) {
  return (
    <Container narrow section className={styles.page}>
      <h1>{title}</h1>
      <Prose html={body} />
    </Container>
  );
}

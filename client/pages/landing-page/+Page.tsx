import { Container } from '../../components/ui/container';
import { Prose } from '../../components/ui/prose';
import type { LandingPageData } from './+load.server';
import { Block } from './block';
import styles from './landing-page.module.css';

export function Page({ data: { title, body, blocks, language } }: { data: LandingPageData }) {
  return (
    <div lang={language}>
      <Container narrow section className={styles.opening}>
        <h1>{title}</h1>
        <Prose html={body} />
      </Container>
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

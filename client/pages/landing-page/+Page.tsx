import { Container } from '../../components/ui/containers/container';
import { Prose } from '../../components/ui/prose';
import type { LandingPageData, ShownBlock } from './+load.server';
import styles from './landing-page.module.css';
import { ButtonLink } from '../../components/ui/buttons/button';
import { imageSources } from '../../components/ui/media/image-sources';
import { JobList } from '../../features/jobs/list/job-list';
import { usePage } from '../../lib/page-context';

export function Page({ data: { title, body, blocks, language } }: { data: LandingPageData }) {
  return (
    <div lang={language}>
      <Container narrow section gap={4}>
        <h1>{title}</h1>
        <Prose html={body} />
      </Container>
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

/** A part of a landing page. */
function Block({ block }: { block: ShownBlock }) {
  switch (block.__typename) {
    case 'TextBlock':
      return (
        <Container narrow section gap={4}>
          {block.title && <h2>{block.title}</h2>}
          <Prose html={block.text} />
        </Container>
      );
    case 'PictureBlock':
      return (
        <Container narrow section>
          <figure className={styles.picture}>
            <img
              {...imageSources(block.picture.url, 640)}
              alt={block.picture.alt}
              loading="lazy"
              width={1280}
              height={640}
            />
            {block.caption && <figcaption>{block.caption}</figcaption>}
          </figure>
        </Container>
      );
    case 'CallToActionBlock':
      return <Action block={block} />;
    case 'JobListBlock':
      return <Jobs block={block} />;
    case 'QuestionsBlock':
      return (
        <Container narrow section gap={4}>
          {block.title && <h2>{block.title}</h2>}
          <div className={styles.questions}>
            {block.questions.map(({ question, answer }) => (
              <details key={question}>
                <summary>{question}</summary>
                {answer.split(/\n{2,}/).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </details>
            ))}
          </div>
        </Container>
      );
  }
}

function Action({ block }: { block: Extract<ShownBlock, { __typename: 'CallToActionBlock' }> }) {
  const { href } = usePage();
  const { heading, lead, label, url } = block;
  return (
    <Container section>
      <section className={styles.action}>
        <div>
          <h2>{heading}</h2>
          {lead && <p>{lead}</p>}
        </div>
        <ButtonLink kind="secondary" href={href(url.path)}>
          {label}
        </ButtonLink>
      </section>
    </Container>
  );
}

function Jobs({ block }: { block: Extract<ShownBlock, { __typename: 'JobListBlock' }> }) {
  const { t, href } = usePage();
  return (
    <Container section>
      <div className={styles.head}>
        <h2>{block.heading}</h2>
        <a href={href(block.path)}>{t('home.allJobs', { count: block.total })}</a>
      </div>
      <JobList jobs={block.jobs} level={3} brief columns />
    </Container>
  );
}

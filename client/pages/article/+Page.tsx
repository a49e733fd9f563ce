import { NEWS_PATH } from '#contract/pages/paths.js';
import { Column } from '../../components/ui/containers/column';
import { Breadcrumb } from '../../components/ui/navigation/breadcrumb';
import { Container } from '../../components/ui/containers/container';
import { ArticleList } from '../../features/news/article-list';
import { ArticleView } from '../../features/news/article-view';
import { usePage } from '../../lib/page-context';
import type { ArticlePageData } from './+load.server';
import styles from './article.module.css';

export function Page({ data: { article, related, trail } }: { data: ArticlePageData }) {
  const { t, href } = usePage();
  return (
    <>
      <Container gap={4} className={styles.page}>
        <Breadcrumb trail={trail} />
        <ArticleView article={article} />
      </Container>
      {related.length > 0 && (
        <Container section>
          <Column as="section" aria-labelledby="related" gap={4} className={styles.related} data-screen-only>
            <div className={styles.head}>
              <h2 id="related">{t('news.related')}</h2>
              <a href={href(NEWS_PATH)}>{t('news.all')}</a>
            </div>
            <ArticleList articles={related} level={3} />
          </Column>
        </Container>
      )}
    </>
  );
}

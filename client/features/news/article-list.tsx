import type { ArticleTeaserFragment } from '#contract/generated/operations.js';
import { ArticleCard } from './article-card';
import styles from './article-card.module.css';

/** Articles beside each other. @param lead the first one is shown large */
export function ArticleList({
  articles,
  level,
  lead,
}: {
  articles: readonly ArticleTeaserFragment[];
  level: 2 | 3;
  lead?: boolean;
}) {
  return (
    <ul className={styles.list}>
      {articles.map((article, index) => (
        <ArticleCard key={article.id} article={article} level={level} lead={lead && index === 0} />
      ))}
    </ul>
  );
}

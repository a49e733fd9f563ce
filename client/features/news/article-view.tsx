import { Column } from '../../components/ui/containers/column';
import { imageSources } from '../../components/ui/media/image-sources';
import { Prose } from '../../components/ui/prose';
import { ChipLink } from '../../components/ui/tag';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import { NEWS_PATH } from '#contract/pages/paths.js';
import { ArticleFacts } from './article-facts';
import type { ShownArticle } from './article-json-ld';
import styles from './news.module.css';

const DAY = 10;

/** An article with its full text. */
export function ArticleView({ article }: { article: ShownArticle }) {
  const { t, href, locale, site } = usePage();
  const { title, teaser, body, author, picture, language, tags, publishedAt, updatedAt } = article;
  const lang = locale.startsWith(language) ? undefined : language;
  const isChanged = updatedAt.slice(0, DAY) > publishedAt.slice(0, DAY);
  return (
    <Column as="article" gap={5} className={styles.article}>
      <Column as="header" gap={3} className={styles.head}>
        <h1 lang={lang}>{title}</h1>
        <p className={styles.abstract} lang={lang}>
          {teaser}
        </p>
        <ArticleFacts article={article} author={author} />
      </Column>
      {picture && (
        <img
          className={styles.photo}
          {...imageSources(picture.url, 640)}
          alt={picture.alt}
          width={1280}
          height={640}
          lang={lang}
        />
      )}
      <Prose html={body} lang={lang} className={styles.text} />
      <Column as="footer" gap={3} className={styles.foot}>
        {isChanged && <p>{t('news.updated', { date: formatDate(updatedAt, locale, site.timeZone) })}</p>}
        {tags.length > 0 && (
          <ul className={styles.tags} aria-label={t('news.topics')} lang={lang}>
            {tags.map((tag) => (
              <li key={tag}>
                <ChipLink href={href(`${NEWS_PATH}?${new URLSearchParams({ tag }).toString()}`)}>{tag}</ChipLink>
              </li>
            ))}
          </ul>
        )}
      </Column>
    </Column>
  );
}

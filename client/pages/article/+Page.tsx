import { NEWS_PATH } from '#contract/pages/paths.js';
import { Breadcrumb } from '../../components/ui/navigation/breadcrumb';
import { Container, Column } from '../../components/ui/containers/container';
import { ArticleList, ArticleFacts } from '../../features/news/article-list';
import { usePage } from '../../lib/page-context';
import { imageSources } from '../../components/ui/media/image-sources';
import { Prose } from '../../components/ui/prose';
import { ChipLink } from '../../components/ui/tag';
import { formatDate } from '../../lib/format';
import { isChangedLater, type ShownArticle } from '../../features/news/news-links';
import newsStyles from '../../features/news/news.module.css';
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

/** An article with its full text. */
function ArticleView({ article }: { article: ShownArticle }) {
  const { t, href, locale, site } = usePage();
  const { title, teaser, body, author, picture, language, tags, updatedAt } = article;
  const lang = locale.startsWith(language) ? undefined : language;
  const isChanged = isChangedLater(article, site.timeZone);
  return (
    <Column as="article" gap={5} className={newsStyles.article}>
      <Column as="header" gap={3} className={newsStyles.head}>
        <h1 lang={lang}>{title}</h1>
        <p className={newsStyles.abstract} lang={lang}>
          {teaser}
        </p>
        <ArticleFacts article={article} author={author} />
      </Column>
      {picture && (
        <img
          className={newsStyles.photo}
          {...imageSources(picture.url, 640)}
          alt={picture.alt}
          width={1280}
          height={640}
          lang={lang}
        />
      )}
      <Prose html={body} lang={lang} className={newsStyles.text} />
      <Column as="footer" gap={3} className={newsStyles.foot}>
        {isChanged && <p>{t('news.updated', { date: formatDate(updatedAt, locale, site.timeZone) })}</p>}
        {tags.length > 0 && (
          <ul className={newsStyles.tags} aria-label={t('news.topics')} lang={lang}>
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

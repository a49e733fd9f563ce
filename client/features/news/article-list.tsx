import type { ArticleTeaserFragment } from '#contract/generated/operations.js';
import { classNames } from '../../components/ui/class-names';
import { imageSources } from '../../components/ui/media/image-sources';
import { Tag } from '../../components/ui/tag';
import { usePage } from '../../lib/page-context';
import { formatDate } from '../../lib/format';
import styles from './news.module.css';

/** Articles side by side. @param lead whether the first one is larger */
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

/**
 * An article in a list; the whole card is a link.
 * @param level level of its heading
 * @param lead whether it is the first of the list: wide, with a larger picture
 */
function ArticleCard({ article, level, lead }: { article: ArticleTeaserFragment; level: 2 | 3; lead?: boolean }) {
  const { href, locale } = usePage();
  const { title, teaser, language, tags, picture, url } = article;
  const Heading = `h${level}` as const;
  const lang = locale.startsWith(language) ? undefined : language;
  return (
    <li className={classNames(styles.card, lead && styles.lead)} lang={lang}>
      {picture && (
        <img
          className={styles.picture}
          {...imageSources(picture.url, lead ? 640 : 320)}
          alt=""
          width={640}
          height={320}
          loading={lead ? undefined : 'lazy'}
        />
      )}
      <div className={styles.words}>
        {tags[0] && <Tag>{tags[0]}</Tag>}
        <Heading>
          <a href={href(url.path)}>{title}</a>
        </Heading>
        <p className={styles.teaser}>{teaser}</p>
        <ArticleFacts article={article} />
      </div>
    </li>
  );
}

/** Publication date and reading time. */
export function ArticleFacts({
  article: { publishedAt, minutes },
  author,
}: {
  article: Pick<ArticleTeaserFragment, 'publishedAt' | 'minutes'>;
  author?: string | null;
}) {
  const { t, locale, site } = usePage();
  return (
    <p className={styles.facts}>
      {author && <span>{t('news.by', { author })}</span>}
      <time dateTime={publishedAt}>{formatDate(publishedAt, locale, site.timeZone)}</time>
      <span>{t('news.minutes', { count: minutes })}</span>
    </p>
  );
}

import { ArticleList } from '../../features/news/article-list';
import { Container } from '../../components/ui/containers/container';
import { Pagination } from '../../components/ui/navigation/pagination';
import { ChipLink } from '../../components/ui/tag';
import { NEWS_PATH } from '#contract/pages/paths.js';
import { usePage } from '../../lib/page-context';
import { newsAddress } from '../../features/news/news-links';
import type { NewsPageData } from './+load.server';
import styles from './blog.module.css';

export function Page({ data: { list, page, pages, tag } }: { data: NewsPageData }) {
  const { t, href, site } = usePage();
  return (
    <Container section gap={5}>
      <header className={styles.head}>
        <div>
          <h1>{tag ? t('news.tagged', { tag }) : t('news.title')}</h1>
          <p>{t('news.intro', { site: site.title })}</p>
        </div>
        <a className={styles.feed} href={href(`${NEWS_PATH}/rss.xml`)}>
          {t('news.subscribe')}
        </a>
      </header>
      {list.tags.length > 1 && (
        <nav aria-label={t('news.topics')}>
          <ul className={styles.tags}>
            {tag && (
              <li>
                <ChipLink href={href(NEWS_PATH)}>{t('news.allTopics')}</ChipLink>
              </li>
            )}
            {list.tags
              .filter((each) => each !== tag)
              .map((each) => (
                <li key={each}>
                  <ChipLink href={href(newsAddress(1, each))}>{each}</ChipLink>
                </li>
              ))}
          </ul>
        </nav>
      )}
      {list.items.length > 0 ? (
        <ArticleList articles={list.items} level={2} lead={page === 1 && !tag} />
      ) : (
        <p className={styles.empty}>{t('news.none')}</p>
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(each) => href(newsAddress(each, tag))}
        labels={{ name: t('search.pages.name'), previous: t('search.pages.previous'), next: t('search.pages.next') }}
      />
    </Container>
  );
}

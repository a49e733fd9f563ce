import { ArticlesDocument, type ArticlesQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { NEWS_PATH } from '#contract/pages/paths.js';
import { translator } from '#shared/text/translator.js';
import { newsAddress, newsFeeds } from '../../features/news/news-links';
import { NO_SUCH_PAGE } from '../../lib/lookup';
import { absentPage, failedPage, type PageData } from '../../lib/page-data';
import { breadcrumbJsonLd, itemListJsonLd } from '../../lib/structured-data';

export interface NewsPageData extends PageData {
  list: ArticlesQuery['articles'];
  page: number;
  pages: number;
  tag?: string;
}

const ON_A_PAGE = 10;
const MAX_PAGES = 1000;
const MAX_TAG_LENGTH = 100;

export async function load(request: PageRequest): Promise<NewsPageData | PageData> {
  const { query, site, origin, href } = request;
  const page = readPage(query.get('page'));
  const tag = query.get('tag')?.trim() || undefined;
  if (page === undefined || (tag && tag.length > MAX_TAG_LENGTH)) return absentPage(request, NO_SUCH_PAGE);
  const offset = (page - 1) * ON_A_PAGE;
  const answer = await request.graphql(ArticlesDocument, { tag: tag ?? null, limit: ON_A_PAGE, offset });
  if (!answer.ok) return failedPage(request, answer.failure);
  const list = answer.data.articles;
  const pages = Math.max(1, Math.ceil(list.total / ON_A_PAGE));
  if (page > pages || (tag && list.total === 0)) return absentPage(request, NO_SUCH_PAGE);
  if (list.nextAt) request.respond({ validUntil: new Date(list.nextAt) });
  const t = translator(request.locale, request.messages);
  const title = tag ? t('news.tagged', { tag }) : t('news.title');
  const structured = { origin, href, siteTitle: site.title };
  const trail = [
    { name: t('layout.home'), path: '/' },
    { name: t('news.title'), path: NEWS_PATH },
  ];
  return {
    head: {
      title: page > 1 ? t('news.titleOfPage', { title, page: String(page) }) : title,
      description: t('news.description', { site: site.title }),
      canonical: newsAddress(page, tag),
      // Only pages with articles are indexed, and filtered lists contain the same texts as the full list.
      robots: list.total === 0 || tag ? 'noindex, follow' : undefined,
      feeds: newsFeeds(request),
      structuredData: [
        ...(list.total > 0 ? [itemListJsonLd(list.items, offset + 1, structured)] : []),
        breadcrumbJsonLd(trail, structured),
      ],
    },
    list,
    page,
    pages,
    tag,
  };
}

/** @returns undefined if it is not a page number */
function readPage(text: string | null): number | undefined {
  if (text === null || text === '') return 1;
  const page = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return page >= 1 && page <= MAX_PAGES ? page : undefined;
}

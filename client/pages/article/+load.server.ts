import { ArticleBySlugDocument, type ArticleTeaserFragment } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { NEWS_PATH } from '#contract/pages/paths.js';
import { translator } from '#shared/text/translator.js';
import { newsFeeds, articleJsonLd, previewPicture, type ShownArticle } from '../../features/news/news-links';
import { lookUp } from '../../lib/lookup';
import { absentPage, type PageData } from '../../lib/page-data';
import { breadcrumbJsonLd } from '../../lib/structured-data';

export interface ArticlePageData extends PageData {
  article: ShownArticle;
  related: readonly ArticleTeaserFragment[];
  trail: readonly { name: string; path: string }[];
}

const MOVED = 301;

export async function load(request: PageRequest): Promise<ArticlePageData | PageData> {
  const { origin, href, site, locale, path } = request;
  const slug = path.slice(NEWS_PATH.length + 1);
  const answer = await request.graphql(ArticleBySlugDocument, { slug });
  const found = lookUp(answer, (data) => data.article);
  // A scheduled article can become this page, a translation of it, or one of the related ones.
  if (answer.ok && answer.data.articles.nextAt) request.respond({ validUntil: new Date(answer.data.articles.nextAt) });
  if (found.kind !== 'found') return absentPage(request, found);
  const { article, related, translations } = found.value;
  const own = translations.find(({ language }) => language === locale.slice(0, 2));
  if (own && own.language !== article.language) {
    // The article has another address in the requested language.
    request.respond({ status: MOVED, headers: { location: href(own.url.path) } });
  }
  const t = translator(locale, request.messages);
  const { title, teaser, author, publishedAt, updatedAt, tags, url } = article;
  const trail = [
    { name: t('layout.home'), path: '/' },
    { name: t('news.title'), path: NEWS_PATH },
    { name: title, path: url.path },
  ];
  return {
    head: {
      title,
      description: teaser,
      canonical: url.path,
      ogType: 'article',
      image: previewPicture(article),
      metatags: [
        { meta: 'article:published_time', value: publishedAt },
        { meta: 'article:modified_time', value: updatedAt },
        ...(author ? [{ meta: 'author', value: author }] : []),
        ...(tags[0] ? [{ meta: 'article:section', value: tags[0] }] : []),
      ],
      translations: translations.map(({ language, url: { path: other } }) => ({ language, path: other })),
      feeds: newsFeeds(request),
      structuredData: [
        articleJsonLd(article, request),
        breadcrumbJsonLd(trail, { origin, href, siteTitle: site.title }),
      ],
    },
    article,
    related,
    trail,
  };
}

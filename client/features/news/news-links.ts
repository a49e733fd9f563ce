import type { PageRequest } from '#contract/pages/page-request.js';
import { NEWS_PATH } from '#contract/pages/paths.js';
import { translator } from '#shared/text/translator.js';
import type { ArticleBySlugQuery } from '#contract/generated/operations.js';
import { dayOfInstant } from '../../lib/format';
import { absolute, type PageHead } from '../../lib/head';

/** The feeds of the news in the language of the page. */
export function newsFeeds({ locale, messages, site }: PageRequest): PageHead['feeds'] {
  const title = translator(locale, messages)('news.feed', { site: site.title });
  return [
    { type: 'application/rss+xml', title: `${title} (RSS)`, path: `${NEWS_PATH}/rss.xml` },
    { title: `${title} (Atom)`, path: `${NEWS_PATH}/atom.xml` },
  ];
}

/** The address of a page of the list. */
export function newsAddress(page: number, tag: string | undefined): string {
  const query = new URLSearchParams({
    ...(tag ? { tag } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString();
  return NEWS_PATH + (query && `?${query}`);
}

export type ShownArticle = NonNullable<ArticleBySlugQuery['article']>['article'];

/** Whether an article was changed on a later day than that of its publication, by the dates that the page shows. */
export function isChangedLater(
  { publishedAt, updatedAt }: Pick<ShownArticle, 'publishedAt' | 'updatedAt'>,
  timeZone: string,
): boolean {
  const dayOf = (time: string) => dayOfInstant(Date.parse(time), timeZone);
  return dayOf(updatedAt) > dayOf(publishedAt);
}

const DRAWING = /\.svg$/i;
const PREVIEW_WIDTH = 1280;

/**
 * @returns the address of an article's picture for other sites, which do not support vector graphics; undefined if there
 *   is none. Only this site's own pictures are available in several widths.
 */
export function previewPicture({ picture }: Pick<ShownArticle, 'picture'>): string | undefined {
  if (!picture || DRAWING.test(picture.url)) return undefined;
  return picture.url.startsWith('/') ? `${picture.url}?w=${PREVIEW_WIDTH}` : picture.url;
}

/** Metadata of an article for search engines and readers; all of it is visible on the page. */
export function articleJsonLd(article: ShownArticle, { origin, href, site }: PageRequest): object {
  const { title, teaser, author, language, tags, publishedAt, updatedAt, url } = article;
  const publisher = { '@type': 'Organization', name: site.title, url: origin + href('/') };
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title.slice(0, 110),
    description: teaser,
    inLanguage: language,
    datePublished: publishedAt,
    dateModified: updatedAt,
    author: author ? { '@type': 'Person', name: author } : publisher,
    publisher: { ...publisher, logo: { '@type': 'ImageObject', url: origin + site.assets.icon } },
    image: [absolute(origin, previewPicture(article) ?? site.assets.ogImage)],
    keywords: tags.length > 0 ? tags.join(', ') : undefined,
    mainEntityOfPage: origin + href(url.path),
  };
}

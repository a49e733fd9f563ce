import type { ArticleBySlugQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';

export type ShownArticle = NonNullable<ArticleBySlugQuery['article']>['article'];

/** Metadata of an article for search engines and readers; all of it is visible on the page. */
export function articleJsonLd(article: ShownArticle, { origin, href, site }: PageRequest): object {
  const { title, teaser, author, language, tags, picture, publishedAt, updatedAt, url } = article;
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
    image: [origin + (picture?.url ?? site.assets.ogImage)],
    keywords: tags.length > 0 ? tags.join(', ') : undefined,
    mainEntityOfPage: origin + href(url.path),
  };
}

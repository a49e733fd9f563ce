import type { PageRequest } from '#contract/pages/page-request.js';
import { NEWS_PATH } from '#contract/pages/paths.js';
import { translator } from '#shared/text/translator.js';
import type { PageHead } from '../../lib/head';

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

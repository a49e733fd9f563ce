import { Feed } from 'feed';
import { escapeHtml } from '#shared/text/markup.js';

export type FeedFormat = 'rss' | 'atom';

/** The news of a site in one language, as content of a feed. All URLs are absolute. */
export interface NewsFeed {
  title: string;
  description: string;
  siteTitle: string;
  /** URL of the news page. */
  link: string;
  /** URL of the feed itself. */
  self: string;
  /** BCP 47. */
  language: string;
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  link: string;
  title: string;
  /** Plain text. */
  teaser: string;
  /** Sanitized HTML, in which URLs may be paths of the site. */
  body: string;
  author?: string | null;
  tags: readonly string[];
  publishedAt: Date;
  updatedAt: Date;
}

/** Characters that are invalid in XML or unreadable for people. */
const FORBIDDEN = /[\p{Cs}\ufffe\uffff]|(?![\n\t])\p{Cc}/gu;

/** Writes a feed as RSS 2.0 or Atom. */
export function writeFeed(news: NewsFeed, format: FeedFormat): string {
  const origin = new URL(news.link).origin;
  const feed = new Feed({
    id: news.link,
    title: plain(news.title),
    description: plain(news.description),
    link: news.link,
    feed: news.self,
    language: news.language,
    copyright: plain(news.siteTitle),
    generator: 'Causeboard',
    author: { name: plain(news.siteTitle), link: `${origin}/` },
    updated: new Date(Math.max(0, ...news.entries.map(({ updatedAt }) => updatedAt.getTime()))),
  });
  // In Atom titles and summaries are HTML; in RSS titles are plain text.
  const words = (text: string) => (format === 'atom' ? escapeHtml(plain(text)) : closed(plain(text)));
  for (const { link, title, teaser, body, author, tags, publishedAt, updatedAt } of news.entries) {
    feed.addItem({
      id: link,
      link,
      title: words(title),
      description: closed(escapeHtml(plain(teaser))),
      content: closed(absolute(plain(body), origin)),
      author: author && format === 'atom' ? [{ name: plain(author) }] : undefined,
      category: tags.map((tag) => ({ name: inAttribute(plain(tag)), term: inAttribute(plain(tag)) })),
      published: publishedAt,
      date: format === 'atom' ? updatedAt : publishedAt,
    });
  }
  return format === 'atom' ? feed.atom1() : feed.rss2();
}

function plain(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** Escapes the end marker of CDATA sections within the text; the library handles only its first occurrence. */
function closed(text: string): string {
  return text.replaceAll(']]>', ']]&gt;');
}

/** The library escapes only `&` in attributes. */
function inAttribute(text: string): string {
  return text.replace(/[<>"]/g, ' ');
}

/** Makes URLs absolute, because feed readers show the text outside the site. */
function absolute(html: string, origin: string): string {
  return html.replace(/\b(href|src)="\/(?!\/)/g, `$1="${origin}/`);
}

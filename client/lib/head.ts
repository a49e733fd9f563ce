import { escapeHtml } from '../../src/contract/escape-html.js';
import type { PageRequest } from '../../src/contract/page-request.js';
import type { PageMetatag } from '../../src/contract/route-match.js';

/** What a page wants in its head (ROUTE-06). */
export interface PageHead {
  title: string;
  description?: string;
  /** Path with the query that belongs to it; none: the page's own path. */
  canonical?: string;
  robots?: 'noindex' | 'noindex, follow';
  image?: string;
  ogType?: string;
  /** Of the route, as the backend gave them; they win. */
  metatags?: readonly PageMetatag[];
  /** The Atom feed of what the page shows. */
  feed?: { title: string; path: string };
  /** JSON-LD objects. */
  structuredData?: readonly object[];
}

/** The head's markup. Everything is escaped here. */
export function headHtml(head: PageHead, request: PageRequest): string {
  const { site, origin } = request;
  const given = new Map((head.metatags ?? []).map(({ meta, value }) => [meta, value]));
  const title = given.get('title') ?? head.title;
  const fullTitle = title.includes(site.title) ? title : `${title} · ${site.title}`;
  const description = given.get('description') ?? head.description;
  const own = given.get('canonical') ?? head.canonical ?? request.path;
  const canonical = absolute(origin, (translation(request) ?? request).href(own));
  const robots = given.get('robots') ?? head.robots;
  const tags = new Map<string, string | undefined>([
    ['description', description],
    ['robots', robots],
    ['og:site_name', site.title],
    ['og:title', given.get('og:title') ?? title],
    ['og:description', given.get('og:description') ?? description],
    ['og:type', given.get('og:type') ?? head.ogType ?? 'website'],
    ['og:url', canonical],
    ['og:image', absolute(origin, given.get('og:image') ?? head.image ?? site.assets.ogImage)],
    ['twitter:card', 'summary'],
  ]);
  for (const [name, value] of given)
    if (!tags.has(name) && name !== 'title' && name !== 'canonical') tags.set(name, value);
  return [
    `<title>${escapeHtml(fullTitle)}</title>`,
    ...[...tags].flatMap(([name, value]) => (value ? [metaTag(name, value)] : [])),
    robots?.includes('noindex')
      ? ''
      : `<link rel="canonical" href="${escapeHtml(canonical)}">` + alternateLinks(own, request),
    head.feed
      ? `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(head.feed.title)}" href="${escapeHtml(request.href(head.feed.path))}">`
      : '',
    ...(head.structuredData ?? []).map((data) => `<script type="application/ld+json">${safeJson(data)}</script>`),
  ].join('');
}

/** A text that is shown in another language than the page's has its address there. */
function translation({ translations, locale }: PageRequest): PageRequest['translations'][number] | undefined {
  return translations.find((each) => each.locale === locale) ?? translations[0];
}

/** The page in other languages (ROUTE-08); for readers of none of them, in the site's first. */
function alternateLinks(path: string, { translations, origin }: PageRequest): string {
  if (translations.length < 2 || !path.startsWith('/')) return '';
  const link = (language: string, href: string) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(origin + href)}">`;
  const links = translations.map(({ locale, href }) => link(locale, href(path)));
  return [...links, link('x-default', translations[0]!.href(path))].join('');
}

function metaTag(name: string, value: string): string {
  const attribute = name.startsWith('og:') || name.startsWith('article:') ? 'property' : 'name';
  return `<meta ${attribute}="${escapeHtml(name)}" content="${escapeHtml(value)}">`;
}

function absolute(origin: string, pathOrUrl: string): string {
  return pathOrUrl.startsWith('/') ? origin + pathOrUrl : pathOrUrl;
}

/** JSON that cannot end the script element it stands in. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

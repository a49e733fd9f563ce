import { escapeHtml } from '#shared/text/markup.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { PageMetatag } from '#contract/pages/route-match.js';

const EXCERPT_LENGTH = 160;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** Content of a page's head (ROUTE-06). */
export interface PageHead {
  title: string;
  description?: string;
  /** Path with its canonical query; undefined for the page's own path. */
  canonical?: string;
  robots?: 'noindex' | 'noindex, follow';
  image?: string;
  ogType?: string;
  /** Metatags of the route from the backend; they take precedence. */
  metatags?: readonly PageMetatag[];
  /** Paths by language (`de`), if the content does not exist in every language or has different paths. */
  translations?: readonly { language: string; path: string }[];
  /** Feeds of the page's content; Atom by default. */
  feeds?: readonly { title: string; path: string; type?: string }[];
  /** JSON-LD objects. */
  structuredData?: readonly object[];
}

/** The markup of the head. All values are escaped here. */
export function headHtml(head: PageHead, request: PageRequest): string {
  const { site, origin } = request;
  const given = new Map((head.metatags ?? []).map(({ meta, value }) => [meta, value]));
  const title = given.get('title') ?? head.title;
  const fullTitle = title.includes(site.title) ? title : `${title} · ${site.title}`;
  const description = given.get('description') ?? head.description;
  const own = given.get('canonical') ?? head.canonical ?? request.path;
  const ways = waysTo(own, head, request);
  // Content in another language than the page's has its canonical address in that language.
  const way = ways.find(({ locale }) => locale === request.locale) ?? ways[0];
  const canonical = absolute(origin, way?.address ?? request.href(own));
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
    ['twitter:card', 'summary_large_image'],
  ]);
  for (const [name, value] of given)
    if (!tags.has(name) && name !== 'title' && name !== 'canonical') tags.set(name, value);
  return [
    `<title>${escapeHtml(fullTitle)}</title>`,
    ...[...tags].flatMap(([name, value]) => (value ? [metaTag(name, value)] : [])),
    robots?.includes('noindex')
      ? ''
      : `<link rel="canonical" href="${escapeHtml(canonical)}">` + alternateLinks(own, ways, origin),
    ...(head.feeds ?? []).map(
      ({ title: name, path, type = 'application/atom+xml' }) =>
        `<link rel="alternate" type="${type}" title="${escapeHtml(name)}" href="${escapeHtml(request.href(path))}">`,
    ),
    ...(head.structuredData ?? []).map((data) => `<script type="application/ld+json">${safeJson(data)}</script>`),
  ].join('');
}

interface WayTo {
  locale: string;
  /** A path of this site, or an absolute address. */
  address: string;
}

/** The page's addresses in the languages in which it exists (ROUTE-08). */
function waysTo(own: string, { translations }: PageHead, request: PageRequest): WayTo[] {
  if (!translations) return request.translations.map(({ locale, href }) => ({ locale, address: href(own) }));
  const ways = request.languages.flatMap(({ locale, href }) => {
    const found = translations.find(({ language }) => language.slice(0, 2) === locale.slice(0, 2));
    // The route of a text in a single language may have another path.
    return found ? [{ locale, address: href(translations.length > 1 ? found.path : own) }] : [];
  });
  // In a language that the site does not offer: one address, as in the sitemap.
  return ways.length > 0
    ? ways
    : request.languages.slice(0, 1).map(({ locale, href }) => ({ locale, address: href(own) }));
}

/** Links to the page in other languages; `x-default` is the site's first language. */
function alternateLinks(path: string, ways: readonly WayTo[], origin: string): string {
  if (ways.length < 2 || !path.startsWith('/')) return '';
  const link = (language: string, address: string) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(origin + address)}">`;
  const links = ways.map(({ locale, address }) => link(locale, address));
  return [...links, link('x-default', ways[0]!.address)].join('');
}

function metaTag(name: string, value: string): string {
  const attribute = name.startsWith('og:') || name.startsWith('article:') ? 'property' : 'name';
  return `<meta ${attribute}="${escapeHtml(name)}" content="${escapeHtml(value)}">`;
}

/** @param pathOrUrl an external backend may return absolute URLs */
export function absolute(origin: string, pathOrUrl: string): string {
  return pathOrUrl.startsWith('/') ? origin + pathOrUrl : pathOrUrl;
}

/** JSON that cannot end the script element that contains it. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** The beginning of an HTML text, as plain text that ends with a whole word. */
export function excerpt(html: string): string {
  const text = html
    .slice(0, 4000)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_entity, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= EXCERPT_LENGTH) return text;
  return `${text.slice(0, EXCERPT_LENGTH).replace(/\s+\S*$/, '')}…`;
}

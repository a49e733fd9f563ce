import type { Href } from '#contract/pages/route-names.js';

/** Page data for structured data. */
export interface StructuredDataPage {
  /** Scheme and host. */
  origin: string;
  href: Href;
  siteTitle: string;
}

/** A page of results in its order (ItemList of links; each linked page contains its own structured data). */
export function itemListJsonLd(
  items: readonly ({ url: { path: string } } & ({ title: string } | { name: string }))[],
  firstPosition: number,
  page: StructuredDataPage,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: firstPosition + index,
      name: 'title' in item ? item.title : item.name,
      url: page.origin + page.href(item.url.path),
    })),
  };
}

/** @param trail path from the home page down; the last item is the page itself */
export function breadcrumbJsonLd(trail: readonly { name: string; path: string }[], page: StructuredDataPage): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: page.origin + page.href(path),
    })),
  };
}

/** Where the backend's sitemaps and feeds are, as the router writes it (ROUTE-11). They are documents of the whole site and not pages. */
export const SITEMAP_ROUTES = [
  'sitemap.xml',
  'sitemap.xsl',
  ':type/sitemap.xml',
  ':type/sitemap.xsl',
  ':lang/:type/sitemap.xml',
  ':lang/:type/sitemap.xsl',
  'sitemap/*',
];
export const FEED_ROUTES = ['feeds/*'];

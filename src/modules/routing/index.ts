export { FEED_ROUTES, SITEMAP_ROUTES } from './document-routes.js';
export { LISTED_PATHS } from './own-pages.js';
export { type RoutingClient, PageResolver, ROUTER_PARAMETER } from './page-resolver.js';
export type { Resolution } from './resolution.js';
export { type RequestAddress, readAddress } from './request-address.js';
export { addressesOf, readSitePath, splitLocale } from './site-paths.js';
export { RoutingModule } from './routing.module.js';

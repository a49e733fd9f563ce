export { FEED_ROUTES, SITEMAP_ROUTES, isBelowOwnPage, listedPaths } from './route-table.js';
export { type RoutingContext, PageResolver, type Resolution } from './page-resolver.js';
export { ROUTER_PARAMETER } from './site-paths.js';
export { type RequestAddress, readAddress } from './site-paths.js';
export { addressesOf, readSitePath, type SiteAddresses, splitLocale } from './site-paths.js';
export { RoutingModule } from './page-resolver.js';

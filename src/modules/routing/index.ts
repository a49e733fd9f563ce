export { FEED_ROUTES, SITEMAP_ROUTES, isBelowOwnPage, listedPaths } from './route-table.js';
export { type RoutingContext, PageResolver, type Resolution } from './page-resolver.js';
export { ROUTER_PARAMETER } from './request-address.js';
export { type RequestAddress, readAddress } from './request-address.js';
export { addressesOf, readSitePath, splitLocale } from './site-paths.js';
export { refuseDownload } from './refuse-download.js';
export { RoutingModule } from './page-resolver.js';

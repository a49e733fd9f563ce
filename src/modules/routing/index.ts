export { PageResolver, type Resolution } from './page-resolver.js';
export { type RequestAddress, readAddress } from './request-address.js';
export { addressesOf, splitLocale } from './locale.js';
export { RoutingModule } from './routing.module.js';

export { backendSiteOf } from '../../../config/sites/load-sites.js';
export { knownSites, loadSite } from '../../../config/sites/load-sites.js';
export type { SiteConfig } from '../../../config/sites/site.schema.js';
export { loadRegistry } from './load-registry.js';
export type { ContentSources, SourceDirective } from './site-consent.js';
export { type Site, SiteRegistry } from './site-registry.js';
export { SITE_CONFIG, SitesModule } from './sites.module.js';

import { Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../settings.js';
import { loadRegistry } from './load-registry.js';
import { SiteAssetsController } from './site-assets.controller.js';
import { SiteRegistry } from './site-registry.js';

/** The configuration of the default site, for whoever serves no particular host. */
export const SITE_CONFIG = Symbol('SITE_CONFIG');

@Module({
  controllers: [SiteAssetsController],
  providers: [
    { provide: SiteRegistry, inject: [SETTINGS], useFactory: (settings: Settings) => loadRegistry(settings) },
    { provide: SITE_CONFIG, inject: [SiteRegistry], useFactory: (sites: SiteRegistry) => sites.fallback.config },
  ],
  exports: [SiteRegistry, SITE_CONFIG],
})
export class SitesModule {}

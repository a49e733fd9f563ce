import { Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../settings.js';
import { loadRegistry } from './load-registry.js';
import { SiteAssetsController } from './site-assets.controller.js';
import { SiteRegistry } from './site-registry.js';

/** Injection token of the default site's configuration, for code that does not serve a particular host. */
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

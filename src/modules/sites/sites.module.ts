import { Module, Controller, Get, Header, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hrefIn, localeAddresses } from '#contract/pages/route-names.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { MESSAGE_SOURCE, type MessageSource } from '../../common/message-source.js';
import { originOf } from '../../common/origin.js';
import { loadRegistry } from './load-registry.js';
import { SiteRegistry, type Site } from './site-registry.js';

/** Paths that robots must not crawl; page paths apply in every language. */
const CLOSED_TO_ROBOTS = ['/api/', '/graphql', '/router'];

const CLOSED_PAGES = ['/user/', '/dashboard', '/admin/', '/my-products', '/checkout'];

/** Serves a site's fonts, icons and images; public. */
@Controller()
class SiteAssetsController {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(MESSAGE_SOURCE) private readonly texts: MessageSource,
  ) {}

  @Get('site-assets/:hash/:name')
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  @Header('X-Content-Type-Options', 'nosniff')
  asset(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const path = request.url.split('?', 1)[0]!;
    const found = this.sites.all().find((site) => site.assets.byPath.has(path));
    const asset = found?.assets.byPath.get(path);
    if (!asset) throw new NotFoundException('There is no such file.');
    void reply.type(asset.contentType).send(asset.body);
  }

  @Get('favicon.ico')
  @Header('Cache-Control', 'public, max-age=86400')
  @Header('X-Content-Type-Options', 'nosniff')
  favicon(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { contentType, body } = this.site(request).assets.favicon;
    void reply.type(contentType).send(body);
  }

  @Get('manifest.webmanifest')
  @Header('Cache-Control', 'public, max-age=86400')
  @Header('X-Content-Type-Options', 'nosniff')
  manifest(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { config, public: site } = this.site(request);
    const [locale = 'en'] = site.locales;
    const t = this.texts.translate(config, locale);
    const href = hrefIn(localeAddresses(site, locale));
    const { icon, icon192, icon512, maskable } = site.assets;
    const icons: [src: string, sizes: string, purpose?: string][] = [
      [icon, 'any'],
      [icon192, '192x192'],
      [icon512, '512x512'],
      [maskable, '512x512', 'maskable'],
    ];
    void reply.type('application/manifest+json').send(
      JSON.stringify({
        name: config.title,
        short_name: config.title,
        description: t('home.promiseDetail'),
        lang: locale,
        dir: 'ltr',
        id: '/',
        start_url: '/',
        scope: '/',
        display: 'browser',
        background_color: config.theme.light.ground,
        theme_color: config.theme.light.accent,
        categories: ['business', 'social'],
        icons: icons.map(([src, sizes, purpose]) => ({
          src,
          sizes,
          purpose,
          type: src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
        })),
        shortcuts: [{ name: t('home.newest'), url: href('/jobs') }],
      }),
    );
  }

  @Get('robots.txt')
  @Header('Cache-Control', 'public, max-age=86400')
  @Header('X-Content-Type-Options', 'nosniff')
  robots(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { public: site } = this.site(request);
    const origin = originOf(request, this.settings);
    const pages = site.locales.flatMap((locale) => CLOSED_PAGES.map(hrefIn(localeAddresses(site, locale))));
    const auth = `${this.settings.AUTH_BASE_PATH}/`;
    const closed = CLOSED_TO_ROBOTS.some((path) => auth.startsWith(path))
      ? CLOSED_TO_ROBOTS
      : [...CLOSED_TO_ROBOTS, auth];
    const lines = [...closed, ...pages].map((path) => `Disallow: ${path}`);
    void reply
      .type('text/plain; charset=utf-8')
      .send(['User-agent: *', ...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'));
  }

  private site(request: FastifyRequest): Site {
    return this.sites.forHost(request.headers.host);
  }
}

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

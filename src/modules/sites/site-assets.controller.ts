import { Controller, Get, Header, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../common/origin.js';
import { hrefIn, localeAddresses } from '../../contract/route-names.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { type Site, SiteRegistry } from './site-registry.js';

/** What no robot has any business with; pages by their paths, whatever the language. */
const CLOSED_TO_ROBOTS = ['/api/', '/graphql', '/router'];
const CLOSED_PAGES = ['/user/', '/dashboard', '/admin/', '/checkout'];

/** A site's fonts, icons and drawings; open to everyone. */
@Controller()
export class SiteAssetsController {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
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
  favicon(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    void reply.type('image/svg+xml').send(this.site(request).assets.iconSvg);
  }

  @Get('manifest.webmanifest')
  @Header('Cache-Control', 'public, max-age=86400')
  manifest(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { config, assets, public: site } = this.site(request);
    void reply.type('application/manifest+json').send(
      JSON.stringify({
        name: config.title,
        short_name: config.title,
        lang: site.locales[0],
        id: '/',
        start_url: '/',
        scope: '/',
        display: 'browser',
        background_color: config.theme.light.ground,
        theme_color: config.theme.light.accent,
        icons: [{ src: assets.paths.icon, sizes: 'any', type: 'image/svg+xml' }],
      }),
    );
  }

  @Get('robots.txt')
  @Header('Cache-Control', 'public, max-age=86400')
  robots(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { public: site } = this.site(request);
    const origin = originOf(request, this.settings);
    const pages = site.locales.flatMap((locale) => CLOSED_PAGES.map(hrefIn(localeAddresses(site, locale))));
    const lines = [...CLOSED_TO_ROBOTS, ...pages].map((path) => `Disallow: ${path}`);
    void reply
      .type('text/plain; charset=utf-8')
      .send(['User-agent: *', ...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'));
  }

  private site(request: FastifyRequest): Site {
    return this.sites.forHost(request.headers.host);
  }
}

import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageResolver, readAddress, type RequestAddress } from '../modules/routing/index.js';
import { type Site, SiteRegistry } from '../modules/sites/index.js';
import { SETTINGS, type Settings } from '../settings.js';
import { contentSecurityPolicy } from './content-security-policy.js';
import { LastGoodPages } from './last-good-pages.js';
import { PageRequestFactory, type PageResolution } from './page-request.factory.js';
import { chooseEncoding, type Encoding, PageWriter } from './page-writer.js';
import { PageRenderer, type RenderedPage } from './page-renderer.js';

const RETRY_AFTER_SECONDS = '20';

/** Every address that no other controller answers is a page. Open to everyone. */
@Controller()
export class SsrController {
  private readonly lastGood = new LastGoodPages();
  private readonly renderer: PageRenderer;

  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(PageResolver) private readonly resolver: PageResolver,
    @Inject(PageRequestFactory) private readonly requests: PageRequestFactory,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.renderer = new PageRenderer(settings.NODE_ENV === 'development');
  }

  @Get('*')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const site = this.sites.forHost(request.headers.host);
    const read = readAddress(request.url);
    const address = read.ok ? read.address : { path: '/', query: new URLSearchParams() };
    const visualEditor = address.query.get('visual_editor') === 'true';
    const resolution = read.ok
      ? await this.resolver.resolve(site, address, { requestId: request.id, visualEditor })
      : ({
          kind: 'error',
          status: read.status,
          reason: read.reason,
          locale: site.public.locales[0]!,
          path: '/',
        } as const);
    if (resolution.kind === 'redirect') {
      void reply
        .status(resolution.status)
        .header('location', resolution.target)
        .header('cache-control', 'no-cache')
        .send();
      return;
    }
    await this.render(request, reply, site, address, resolution);
  }

  private async render(
    request: FastifyRequest,
    reply: FastifyReply,
    site: Site,
    address: RequestAddress,
    resolution: PageResolution,
  ): Promise<void> {
    const { page, answer } = this.requests.create(request, site, address, resolution);
    const route = resolution.kind === 'page' ? resolution.page : '/error';
    const rendered = await this.renderer.render(route, page);
    if (rendered.error) request.log.error({ err: rendered.error }, 'a page could not be rendered');
    const status = answer.status ?? page.error?.status ?? rendered.status;
    // The host is in the page's own links: a page is shown again only to those who ask the same one.
    const key = `${site.public.name} ${request.headers.host ?? ''} ${request.url}`;
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      'content-security-policy': contentSecurityPolicy({
        nonce: page.nonce,
        styleHash: site.themeHash,
        development: this.settings.NODE_ENV === 'development',
      }),
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-request-id': page.requestId,
      vary: 'Accept-Encoding',
      ...answer.headers,
    };
    if (status === 503) {
      const known = this.lastGood.recall(key);
      if (known) {
        const again = {
          ...known.page.headers,
          'cache-control': 'no-store',
          age: String(known.ageSeconds),
          'x-request-id': page.requestId,
        };
        void reply.status(200).headers(again).send(known.page.html);
        return;
      }
      headers['retry-after'] = RETRY_AFTER_SECONDS;
      headers['cache-control'] = 'no-store';
    }
    this.send(reply, { status, headers, key, rendered, encoding: chooseEncoding(request.headers['accept-encoding']) });
  }

  private send(reply: FastifyReply, page: OutgoingPage): void {
    const { status, headers, key, encoding, rendered } = page;
    reply.hijack();
    reply.raw.writeHead(status, encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding });
    const remembered = status === 200 && this.lastGood.wants(key);
    const remember = (html: Buffer) => this.lastGood.remember(key, { html, headers });
    rendered.pipe(new PageWriter(reply.raw, encoding, remembered ? remember : undefined));
  }
}

interface OutgoingPage {
  status: number;
  headers: Record<string, string>;
  /** Under which the page is remembered. */
  key: string;
  encoding: Encoding;
  rendered: RenderedPage;
}

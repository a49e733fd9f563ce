import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../common/origin.js';
import { formatFrontendPages, type PageColours } from '#contract/pages/frontend-pages.js';
import { FRONTEND_HEADER, formatFrontend, PAGES_HEADER, REQUEST_ID_HEADER } from '#contract/backend/headers.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { FEED_ROUTES, LISTED_PATHS, SITEMAP_ROUTES } from '../routing/index.js';
import { type Site, SiteRegistry } from '../sites/index.js';
import { Translations } from '../translations/index.js';
import { BackendDocuments, discard, type DocumentFailure } from './backend-documents.js';
import { sendDocument } from './sent-document.js';

/** What the protocol allows a sitemap. */
const MAX_SITEMAP_BYTES = 50 * 1024 * 1024;
/** All texts of some million jobs. */
const MAX_FEED_BYTES = 20 * 1024 ** 3;
/** Dots in an address, plain or escaped, lead nowhere else in the backend. */
const DOCUMENT = /^\/(?:(?:[^/]+\/){0,2}sitemap\.(?:xml|xsl)|sitemap\/.*|feeds\/.*)$/;
const RETRY_AFTER_SECONDS = '120';
const STATUSES: Record<DocumentFailure, number> = { unreachable: 502, late: 504, astray: 508 };

/** Sitemaps and feeds of the backend under the site's own address (ROUTE-11); open to everyone. */
@Controller()
export class DocumentsController {
  constructor(
    @Inject(BackendDocuments) private readonly documents: BackendDocuments,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(Translations) private readonly translations: Translations,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get(SITEMAP_ROUTES)
  sitemap(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply, MAX_SITEMAP_BYTES);
  }

  @Get(FEED_ROUTES)
  feed(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply, MAX_FEED_BYTES);
  }

  private async send(request: FastifyRequest, reply: FastifyReply, mostBytes: number): Promise<void> {
    const site = this.sites.forHost(request.headers.host);
    const { pathname, search } = new URL(request.url, 'http://documents');
    const fetched = DOCUMENT.test(pathname)
      ? await this.documents.fetch(pathname + search, this.headersOf(request, site), { mostBytes })
      : undefined;
    if (!fetched) this.refuse(reply, site, 404, 'missing');
    else if (!fetched.ok) this.refuse(reply, site, STATUSES[fetched.failure], fetched.failure);
    else if (fetched.answer.status === 200 || fetched.answer.status === 304)
      sendDocument(request, reply, fetched.answer);
    else {
      const { status, headers } = fetched.answer;
      discard(fetched.answer);
      if (status < 500) this.refuse(reply, site, Math.max(status, 400), 'missing');
      else this.refuse(reply, site, status === 503 ? 503 : 502, 'unreachable', headers['retry-after']);
    }
  }

  private headersOf(request: FastifyRequest, site: Site): Record<string, string> {
    const { public: pages, config } = site;
    const condition = request.headers['if-none-match'];
    const since = request.headers['if-modified-since'];
    return {
      [FRONTEND_HEADER]: formatFrontend({ site: pages.name, locale: pages.locales[0]! }),
      [PAGES_HEADER]: formatFrontendPages({
        origin: originOf(request, this.settings),
        title: pages.title,
        locales: pages.locales,
        routeNames: pages.routeNames,
        paths: LISTED_PATHS,
        colours: {
          light: coloursOf(config.theme.light),
          ...(config.theme.dark ? { dark: coloursOf(config.theme.dark) } : {}),
        },
      }),
      [REQUEST_ID_HEADER]: request.id,
      ...(condition === undefined ? {} : { 'if-none-match': condition }),
      ...(since === undefined ? {} : { 'if-modified-since': since }),
    };
  }

  /** A word to whoever asked; mostly that is a program. */
  private refuse(
    reply: FastifyReply,
    { config }: Site,
    status: number,
    reason: DocumentFailure | 'missing',
    retryAfter = RETRY_AFTER_SECONDS,
  ): void {
    const texts = this.translations.messages(config, config.locales[0]!);
    if (status >= 500)
      void reply.header('retry-after', /^\d{1,6}$/.test(retryAfter) ? retryAfter : RETRY_AFTER_SECONDS);
    void reply
      .status(status)
      .headers({
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(`${texts[`error.document.${reason}`] ?? ''}\n`);
  }
}

function coloursOf({ ink, inkSoft, ground, surface, line, accent }: PageColours): PageColours {
  return { ink, inkSoft, ground, surface, line, accent };
}

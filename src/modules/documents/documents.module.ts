import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Module, Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { BackendFetchResponse } from '#contract/backend/backend.js';
import { absentPaths } from '#contract/accounts/account-roles.js';
import {
  FRONTEND_HEADER,
  formatFrontend,
  PAGES_HEADER,
  REQUEST_ID_HEADER,
} from '#contract/backend/graphql-over-http.js';
import { formatFrontendPages, type PageColours } from '#contract/pages/frontend-pages.js';
import { originOf } from '../../common/origin.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { FEED_ROUTES, listedPaths, SITEMAP_ROUTES } from '../routing/index.js';
import { SitesModule, type Site, SiteRegistry } from '../sites/index.js';
import { TranslationsModule, Translations } from '../translations/translations.module.js';
import { BackendDocuments, discard, type DocumentFailure } from './backend-documents.js';

/** Maximum size of a sitemap according to the sitemap protocol. */
const MAX_SITEMAP_BYTES = 50 * 1024 * 1024;
/** Enough for the full texts of several million jobs. */
const MAX_FEED_BYTES = 20 * 1024 ** 3;
/** Dot segments in the URL, plain or escaped, cannot lead to other paths of the backend. */
const DOCUMENT = /^\/(?:(?:[^/]+\/){0,2}sitemap\.(?:xml|xsl)|sitemap\/.*|feeds\/.*)$/;
const RETRY_AFTER_SECONDS = '120';
const STATUSES: Record<DocumentFailure, number> = { unreachable: 502, late: 504, astray: 508 };

/** Serves the sitemaps and feeds of the backend at the site's own address (ROUTE-11); public. */
@Controller()
class DocumentsController {
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
        paths: listedPaths(pages),
        absentPaths: absentPaths(pages.features),
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

  /** Responds with a short text, because the client is usually a program. */
  private refuse(
    reply: FastifyReply,
    { config }: Site,
    status: number,
    reason: DocumentFailure | 'missing',
    retryAfter = RETRY_AFTER_SECONDS,
  ): void {
    const t = this.translations.translate(config, config.locales[0]!);
    if (status >= 500)
      void reply.header('retry-after', /^\d{1,6}$/.test(retryAfter) ? retryAfter : RETRY_AFTER_SECONDS);
    void reply
      .status(status)
      .headers({
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(`${t(`error.document.${reason}`)}\n`);
  }
}

function coloursOf({ ink, inkSoft, ground, surface, line, accent }: PageColours): PageColours {
  return { ink, inkSoft, ground, surface, line, accent };
}

/** Content types that clients may read in place. Everything else is sent as a download. */
const READ = /^(?:application\/(?:xml|rss\+xml|atom\+xml|xslt\+xml)|text\/(?:xml|xsl|css|plain))(?:\s*;|$)/i;
/** XML can contain scripts. Only the stylesheets that render it as a page may be loaded. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
const HARMLESS = "default-src 'none'; sandbox";
/** Headers of the backend's response that are passed on, besides the content type. */
const PASSED_ON = ['cache-control', 'etag', 'last-modified'] as const;
const GZIP_LEVEL = 5;

/** Streams a document, compressed if the client accepts it. If the client disconnects, reading stops. */
function sendDocument(request: FastifyRequest, reply: FastifyReply, answer: BackendFetchResponse): void {
  const { status, headers, body } = answer;
  const known = PASSED_ON.flatMap((name) => (headers[name] ? [[name, headers[name]] as const] : []));
  void reply
    .status(status)
    .headers({ ...Object.fromEntries(known), vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' });
  if (status === 304) {
    discard(answer);
    void reply.send();
    return;
  }
  const type = headers['content-type'] ?? '';
  if (READ.test(type)) void reply.headers({ 'content-type': type, 'content-security-policy': POLICY });
  else
    void reply.headers({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': HARMLESS,
    });
  const wantsGzip = READ.test(type) && new Negotiator(request.raw).encodings(['gzip', 'identity'])[0] === 'gzip';
  if (wantsGzip) void reply.header('content-encoding', 'gzip');
  if (request.method === 'HEAD') {
    discard(answer);
    void reply.send();
    return;
  }
  const source = Readable.from(body instanceof Uint8Array ? [Buffer.from(body)] : body, { highWaterMark: 1 });
  const sent = wantsGzip ? pipeline(source, createGzip({ level: GZIP_LEVEL }), () => undefined) : source;
  sent.on('error', (error) => request.log.warn({ error: error.message }, 'a document of the backend broke off'));
  void reply.send(sent);
}

@Module({
  imports: [SitesModule, TranslationsModule],
  controllers: [DocumentsController],
  providers: [BackendDocuments],
  exports: [BackendDocuments],
})
export class DocumentsModule {}

import { createHash } from 'node:crypto';
import {
  Module,
  Controller,
  Get,
  Inject,
  NotFoundException,
  Req,
  Res,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FeedArticlesDocument } from '#contract/generated/operations.js';
import { NEWS_PATH } from '#contract/pages/paths.js';
import { originOf } from '../../common/origin.js';
import { sendRedirect } from '../../common/send-redirect.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { addressesOf, readAddress, readSitePath } from '../routing/index.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { Translations } from '../translations/translations.module.js';
import type { FeedFormat } from './write-feed.js';

const RSS_PATH = `${NEWS_PATH}/rss.xml`;
const ATOM_PATH = `${NEWS_PATH}/atom.xml`;
const TYPES: Readonly<Record<FeedFormat, string>> = { rss: 'application/rss+xml', atom: 'application/atom+xml' };
const NEWEST = 20;
const MOVED = 301;
const NOT_MODIFIED = 304;

/** The news of a site as feeds, one for each of its languages (PAGE-02). Public. */
@Controller()
class NewsFeedsController {
  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(Translations) private readonly translations: Translations,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get([RSS_PATH, `:locale${RSS_PATH}`])
  rss(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply, 'rss');
  }

  @Get([ATOM_PATH, `:locale${ATOM_PATH}`])
  atom(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(request, reply, 'atom');
  }

  private async send(request: FastifyRequest, reply: FastifyReply, format: FeedFormat): Promise<void> {
    const { public: site, config } = this.sites.forHost(request.headers.host);
    const read = readAddress(request.url);
    const sitePath = read.ok ? readSitePath(site, read.address.path) : undefined;
    const path = format === 'rss' ? RSS_PATH : ATOM_PATH;
    if (!read.ok || sitePath?.path !== path) throw new NotFoundException('There is no such feed.');
    const { locale } = sitePath;
    const { href } = addressesOf(site, locale);
    if (href(path) !== read.address.path) {
      sendRedirect(reply, MOVED, href(path));
      return;
    }
    const context = { frontend: { site: site.name, locale }, requestId: request.id, address: request.ip };
    const answer = await this.client.request(FeedArticlesDocument, { limit: NEWEST }, context);
    if (!answer.ok) throw new ServiceUnavailableException('Please try again in a minute.');
    const origin = originOf(request, this.settings);
    const t = this.translations.translate(config, locale);
    // Loaded lazily, because most processes never need it.
    const { writeFeed } = await import('./write-feed.js');
    const xml = writeFeed(
      {
        title: t('news.feed', { site: site.title }),
        description: t('news.description', { site: site.title }),
        siteTitle: site.title,
        link: origin + href(NEWS_PATH),
        self: origin + href(path),
        language: locale,
        entries: answer.data.articles.items.map(({ url, publishedAt, updatedAt, ...article }) => ({
          ...article,
          link: origin + href(url.path),
          publishedAt: new Date(publishedAt),
          updatedAt: new Date(updatedAt),
        })),
      },
      format,
    );
    const etag = `"${createHash('sha256').update(xml).digest('base64url').slice(0, 27)}"`;
    void reply.headers({ etag, 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' });
    if (request.headers['if-none-match']?.includes(etag)) await reply.code(NOT_MODIFIED).send();
    else await reply.type(`${TYPES[format]}; charset=utf-8`).send(xml);
  }
}

@Module({ imports: [SitesModule], controllers: [NewsFeedsController] })
export class NewsFeedsModule {}

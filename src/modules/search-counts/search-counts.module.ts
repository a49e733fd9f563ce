import { Module, BadRequestException, Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SearchCountsDocument } from '#contract/generated/operations.js';
import { SEARCH_COUNTS_FILE_PATH, SEARCH_COUNTS_PATH } from '#contract/pages/paths.js';
import { COUNTED_WEEKS, languagesOf } from '#contract/search/search-counts.js';
import { BYTE_ORDER_MARK, csvLine } from '#shared/csv/csv-line.js';
import { sendCsv } from '../../common/send-csv.js';
import { AuthModule, SessionReader } from '../auth/index.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { refuseDownload, splitLocale } from '../routing/index.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { TranslationsModule, Translations } from '../translations/index.js';
import { SearchCounter } from './search-counter.js';

/** Search terms as a spreadsheet file. Only for administrators, which the backend enforces. */
@Controller()
class SearchCountsController {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(Translations) private readonly translations: Translations,
  ) {}

  @Get([SEARCH_COUNTS_FILE_PATH, `:locale${SEARCH_COUNTS_FILE_PATH}`])
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { public: site, config } = this.sites.forHost(request.headers.host);
    const { pathname, searchParams } = new URL(request.url, 'http://searches');
    const { locale } = splitLocale(site, pathname);
    const weeks = COUNTED_WEEKS.find(
      (known) => String(known) === (searchParams.get('weeks') ?? String(COUNTED_WEEKS[0])),
    );
    if (!weeks) throw new BadRequestException(`"weeks" must be one of ${COUNTED_WEEKS.join(', ')}.`);
    const languages = languagesOf(site.locales);
    const language = searchParams.get('language') || null;
    if (language !== null && !languages.includes(language))
      throw new BadRequestException(`"language" must be one of ${languages.join(', ')}.`);
    const jwt = (await this.sessions.read(request))?.jwt;
    const context = { frontend: { site: site.name, locale }, requestId: request.id, address: request.ip, jwt };
    void reply.header('cache-control', 'private, no-store');
    const answer = await this.client.request(SearchCountsDocument, { weeks, language }, context);
    if (!answer.ok) {
      refuseDownload(reply, answer.failure, {
        site,
        locale,
        page: SEARCH_COUNTS_PATH,
        missing: 'There is no such file.',
      });
      return;
    }
    const t = this.translations.translate(config, locale);
    const { frequent, withoutResults } = answer.data.searchCounts;
    // Words that occur in both lists are written once; the reader sorts the file.
    const lines = new Map([...frequent, ...withoutResults].map((each) => [each.words, each]));
    const columns = ['words', 'searches', 'empty'] as const;
    const head = csvLine(columns.map((column) => t(`admin.searches.${column}`)));
    const body = [...lines.values()].map(({ words, searches, empty }) => csvLine([words, searches, empty])).join('');
    await sendCsv(reply, `${site.name}-searches-${weeks}`, BYTE_ORDER_MARK + head + body);
  }
}

/** Anonymous counts of the search terms of each site. */
@Module({
  imports: [AuthModule, SitesModule, TranslationsModule],
  controllers: [SearchCountsController],
  providers: [SearchCounter],
  exports: [SearchCounter],
})
export class SearchCountsModule {}

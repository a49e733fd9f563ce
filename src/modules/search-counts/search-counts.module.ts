import type { IncomingHttpHeaders } from 'node:http';
import {
  Module,
  BadRequestException,
  Controller,
  Get,
  Inject,
  Req,
  Res,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SearchCountsDocument, CountSearchesDocument } from '#contract/generated/operations.js';
import { SEARCH_COUNTS_FILE_PATH, SEARCH_COUNTS_PATH } from '#contract/pages/paths.js';
import {
  COUNTED_WEEKS,
  languagesOf,
  SEARCH_COUNTS,
  type SearchCountClaims,
  type SearchTally,
  countableWords,
} from '#contract/search/search-counts.js';
import { BYTE_ORDER_MARK, csvLine } from '#shared/csv/csv-line.js';
import { deriveKey } from '#contract/backend/signed-tokens.js';
import { signCounts } from '#contract/backend/web-counts.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageSearch } from '#contract/pages/page-request.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { sendCsv } from '../../common/send-csv.js';
import { AuthModule, SessionReader } from '../auth/index.js';
import { refuseDownload } from '../documents/index.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { splitLocale } from '../routing/index.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { TranslationsModule, Translations } from '../translations/translations.module.js';
import { CountBuffer, type CountedSite } from '../../common/count-buffer.js';
import { isRobot } from '../../common/robots.js';
import { SETTINGS, type Settings } from '../../settings.js';

const FLUSH_MS = 10_000;
const MAX_ENTRIES = 10_000;

/** Browsers send these directives when a page is reloaded. */
const RELOAD = /\b(?:max-age=0|no-cache)\b/;

/**
 * Counts search terms, including searches answered from the page cache, which the backend never sees. Only the words, the language of the
 * page and whether there were results are stored: nothing about who searched, when, or from where.
 */
@Injectable()
export class SearchCounter implements BeforeApplicationShutdown {
  private readonly key: Uint8Array;
  private readonly logger = new Logger('SearchCounts');
  private readonly searches: CountBuffer<SearchTally>;

  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SETTINGS) { AUTH_SECRET }: Pick<Settings, 'AUTH_SECRET'>,
  ) {
    this.key = deriveKey(AUTH_SECRET[0]!, SEARCH_COUNTS.keyPurpose);
    this.searches = new CountBuffer({
      flushMs: FLUSH_MS,
      maxEntries: MAX_ENTRIES,
      write: (site, searches) => this.write(site, [...searches.values()]),
    });
  }

  /** Counts the search of a page, except for requests of robots, prefetches and repeated searches. */
  seen({ headers, method }: Pick<FastifyRequest, 'headers' | 'method'>, site: CountingSite, search: PageSearch): void {
    const { name, locales, features, search: options } = site;
    if (features.readOnly || !options.countQueries || method !== 'GET') return;
    const { words, language, isEmpty } = search;
    if (headers['sec-purpose'] || isRobot(headers['user-agent']) || isRepeatedSearch(headers, words)) return;
    this.searches.add({ site: name, locale: locales[0]! }, `${language} ${words}`, (before) => ({
      words,
      language,
      searches: (before?.searches ?? 0) + 1,
      empty: (before?.empty ?? 0) + (isEmpty ? 1 : 0),
    }));
  }

  /** Sends the remaining counts while the backend is still running. */
  beforeApplicationShutdown(): Promise<void> {
    return this.searches.close();
  }

  private async write(frontend: CountedSite, searches: SearchTally[]): Promise<void> {
    for (let at = 0; at < searches.length; at += SEARCH_COUNTS.most) {
      const part: SearchCountClaims = { searches: searches.slice(at, at + SEARCH_COUNTS.most) };
      const assertion = await signCounts(this.key, { ...part });
      const answer = await this.client.request(CountSearchesDocument, { assertion }, { frontend });
      // An external backend is not required to support counting.
      if (!answer.ok && isUnsupported(answer.failure)) return;
      if (!answer.ok) this.logger.warn(`Searches were not counted: ${answer.failure.message}`);
      else if (answer.data.countSearches === null)
        this.logger.warn('Searches were not counted: AUTH_SECRET differs from that of the backend');
    }
  }
}

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

type CountingSite = Pick<PublicSite, 'name' | 'locales' | 'features' | 'search'>;

/**
 * Whether a request repeats a search instead of starting a new one: a reload, a revalidation by the browser, another order or filter for
 * the words of the previous page, or a test by an administrator. Otherwise the clicks of one person could lift rare words above the
 * reporting threshold. Only headers are used, and none of their content is stored.
 *
 * @param words words of the search, see `countableWords`
 */
function isRepeatedSearch(headers: IncomingHttpHeaders, words: string): boolean {
  const { referer, 'cache-control': cacheControl } = headers;
  if (headers['if-none-match'] !== undefined) return true;
  if (cacheControl !== undefined && RELOAD.test(cacheControl)) return true;
  // A quick check: most referrers are pages without a search and need no parsing. The administrator's page also contains this word.
  if (!referer?.includes('search')) return false;
  const before = URL.canParse(referer) ? new URL(referer) : undefined;
  if (!before) return false;
  return (
    before.pathname.endsWith(SEARCH_COUNTS_PATH) || countableWords(before.searchParams.get('search') ?? '') === words
  );
}

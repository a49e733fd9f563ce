import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { deriveKey } from '#contract/backend/derive-key.js';
import { signCounts } from '#contract/backend/web-counts.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import { CountSearchesDocument } from '#contract/generated/operations.js';
import type { PageSearch } from '#contract/pages/page-request.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import {
  SEARCH_COUNTS,
  type SearchCountClaims,
  type SearchTally,
  countableWords,
} from '#contract/search/search-counts.js';
import { SEARCH_COUNTS_PATH } from '#contract/pages/paths.js';
import { CountBuffer, type CountedSite } from '../../common/count-buffer.js';
import { isRobot } from '../../common/robots.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { GraphqlClient } from '../graphql-client/index.js';

const FLUSH_MS = 10_000;
const MAX_ENTRIES = 10_000;

type CountingSite = Pick<PublicSite, 'name' | 'locales' | 'features' | 'search'>;

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

import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { afterPendingInput, SharedRequest } from '#contract/search/shared-request.js';
import { DataVersion } from '../../modules/graphql-client/index.js';
import type { Site } from '../../modules/sites/index.js';
import { SETTINGS, type Settings } from '../../settings.js';
import type { PageResponse } from '../page-response.js';
import type { Encoding } from './encodings.js';
import { PageKeys } from './page-keys.js';
import { PageStore, Recompressor, type PageBytes, CachedPage } from './page-store.js';

/** What to send: a fresh cached page, an older one while the backend is unavailable, or one made for this request. */
export type CacheResult =
  | { kind: 'stored'; page: CachedPage; hit: boolean }
  | { kind: 'last-good'; page: CachedPage }
  | { kind: 'made'; response: PageResponse };

/** Renders the page. `version`: version of the data, read before; undefined if unknown, in which case the page is not cached as fresh. */
export type RenderPage = (version: string | undefined) => Promise<PageResponse>;

const MEGABYTE = 1024 * 1024;
/**
 * Without versions, pages are cached only for times when the backend is unavailable; a page that is requested often is not stored each
 * time.
 */
const RENEW_AFTER_MS = 30_000;
const OK = 200;
const UNAVAILABLE = 503;

/**
 * Caches pages of anonymous visitors, each rendered once per version of the data. The version is requested for every page request, so no
 * page is older than the last acknowledged change, in whichever process it was made. Pages of older versions are shown while the backend is
 * unavailable.
 */
@Injectable()
export class PageCache {
  readonly counts = { hits: 0, misses: 0, lastGood: 0 };
  private readonly on: boolean;
  private readonly keys: PageKeys;
  private readonly store: PageStore;
  private readonly questions = new Map<string, SharedRequest<string | undefined>>();
  private readonly flights = new RequestCoalescer<CacheResult>();
  private readonly improver = new Recompressor();
  private readonly cacheControl: string;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    @Inject(DataVersion) private readonly versions: DataVersion,
  ) {
    this.on = settings.PAGE_CACHE_MB > 0 && settings.NODE_ENV !== 'development';
    this.keys = new PageKeys(settings);
    this.store = new PageStore(settings.PAGE_CACHE_MB * MEGABYTE);
    this.cacheControl = sharedCacheControl(settings.CDN_MAX_AGE_SECONDS);
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.store.size, bytes: this.store.bytes };
  }

  /** @returns undefined if the page cannot be shared, or the cache is disabled */
  keyOf(request: FastifyRequest, site: Site): string | undefined {
    return this.on ? this.keys.of(request, site) : undefined;
  }

  /** Whether any version of the page is cached, so that requesting the version is worthwhile. */
  has(key: string): boolean {
    return this.store.peek(key) !== undefined;
  }

  /**
   * Returns the version of the data, requested after this call. Concurrent callers share the request.
   * @returns undefined if it is unknown
   */
  version(site: Site): Promise<string | undefined> {
    const { name } = site.public;
    let question = this.questions.get(name);
    if (!question)
      this.questions.set(name, (question = new SharedRequest(() => this.versions.of(name), afterPendingInput)));
    return question.ask();
  }

  /** @returns the page if it is cached in that version */
  current(key: string, version: string | undefined): CachedPage | undefined {
    if (version === undefined) return undefined;
    const known = this.store.get(key);
    if (known?.facts.version !== version || known.facts.until <= Date.now()) return undefined;
    this.counts.hits += 1;
    return known;
  }

  async answer(key: string, site: Site, make: RenderPage): Promise<CacheResult> {
    const version = await this.version(site);
    const known = this.current(key, version);
    if (known) return { kind: 'stored', page: known, hit: true };
    const lastGood = this.versions.isBackendAway ? this.store.peek(key) : undefined;
    if (lastGood) {
      this.counts.lastGood += 1;
      return { kind: 'last-good', page: lastGood };
    }
    this.counts.misses += 1;
    if (version === undefined) return this.make(key, version, make);
    const underWay = this.flights.join(key, version);
    if (!underWay) return this.flights.start(key, version, () => this.make(key, version, make));
    const answer = await underWay;
    return isForAll(answer) ? answer : this.make(key, version, make);
  }

  /** @returns the page's bytes, immediately if they are already encoded */
  bytes(page: CachedPage, encoding: Encoding): PageBytes | Promise<PageBytes> {
    const ready = page.ready(encoding);
    if (ready) this.improver.sent(page, encoding, ready);
    return ready ?? page.in(encoding);
  }

  private async make(key: string, version: string | undefined, make: RenderPage): Promise<CacheResult> {
    const response = await make(version);
    const known = this.store.peek(key);
    if (response.status === UNAVAILABLE && known) {
      this.counts.lastGood += 1;
      return { kind: 'last-good', page: known };
    }
    if (response.status !== OK || !response.html?.length || !response.shareable || !response.complete)
      return { kind: 'made', response };
    if (version === undefined && known && response.madeAt - known.facts.madeAt < RENEW_AFTER_MS)
      return { kind: 'made', response };
    const { page: name, until, madeAt, search } = response;
    const headers = { ...response.headers, 'cache-control': this.cacheControl };
    const page = new CachedPage(response.html, {
      page: name,
      version,
      until,
      madeAt,
      headers,
      search,
    });
    // A page whose rendering began later has newer data.
    if (!known || known.facts.madeAt <= madeAt) this.store.set(key, page);
    return version === undefined ? { kind: 'made', response } : { kind: 'stored', page, hit: false };
  }
}

/** A page that cannot be shared is rendered again for each waiting request. */
function isForAll(answer: CacheResult): boolean {
  return answer.kind !== 'made' || answer.response.shareable;
}

/** Coalesces identical work by key and version: concurrent requests wait for the same result. */
class RequestCoalescer<Result> {
  private readonly flights = new Map<string, { version: string; landing: Promise<Result> }>();

  /** @returns undefined if no such work is in progress, or only for another version of the data */
  join(key: string, version: string): Promise<Result> | undefined {
    const flight = this.flights.get(key);
    return flight?.version === version ? flight.landing : undefined;
  }

  start(key: string, version: string, work: () => Promise<Result>): Promise<Result> {
    const landing = work().finally(() => {
      if (this.flights.get(key)?.landing === landing) this.flights.delete(key);
    });
    this.flights.set(key, { version, landing });
    return landing;
  }
}

/** How long a CDN may send a stale page while it fetches the new one, as a multiple of its maximum age. */
const WHILE_REVALIDATE = 10;

/**
 * `Cache-Control` of a shared page. Browsers and CDNs store it and revalidate it on each request (by its ETag), unless the operator lets a
 * CDN skip that for a while.
 * @param cdnMaxAge in seconds; 0 makes CDNs revalidate each time too
 */
function sharedCacheControl(cdnMaxAge: number): string {
  if (cdnMaxAge === 0) return 'public, no-cache';
  return `public, max-age=0, s-maxage=${cdnMaxAge}, stale-while-revalidate=${cdnMaxAge * WHILE_REVALIDATE}`;
}

const REPORT_EVERY_MS = 60_000;

/** Logs statistics of the page cache, at level `debug` and at most once a minute. */
@Injectable()
export class PageCacheReport implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('PageCache');
  private timer: NodeJS.Timeout | undefined;
  private said = '';

  constructor(@Inject(PageCache) private readonly cache: PageCache) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.say(), REPORT_EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private say(): void {
    const { counts, size } = this.cache;
    const text =
      `page cache: ${counts.hits} hits, ${counts.misses} misses, ${counts.lastGood} shown without backend; ` +
      `${size.pages} pages, ${Math.round(size.bytes / 1024)} kB`;
    if (text !== this.said) this.logger.debug(text);
    this.said = text;
  }
}

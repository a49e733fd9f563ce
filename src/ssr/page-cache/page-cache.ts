import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { afterPendingInput, SharedRequest } from '#contract/search/shared-request.js';
import { DataVersion } from '../../modules/graphql-client/index.js';
import type { Site } from '../../modules/sites/index.js';
import { SETTINGS, type Settings } from '../../settings.js';
import type { PageResponse } from '../page-response.js';
import type { Encoding } from './encodings.js';
import { Recompressor, type PageBytes, CachedPage } from './cached-page.js';
import { PageKeys } from './page-keys.js';
import { PageStore } from './page-store.js';

/** What to send: a page that is kept, the same from a time when the backend was there, or one made for this request. */
export type CacheResult =
  | { kind: 'stored'; page: CachedPage; hit: boolean }
  | { kind: 'last-good'; page: CachedPage }
  | { kind: 'made'; response: PageResponse };

/** Makes the page. `version`: of the data, read before; undefined: nobody knows it, the page is not kept as a fresh one. */
export type RenderPage = (version: string | undefined) => Promise<PageResponse>;

const MEGABYTE = 1024 * 1024;
/** Without versions a page is kept only for the time when the backend is away; a busy one is not kept anew each time. */
const RENEW_AFTER_MS = 30_000;
const OK = 200;
const UNAVAILABLE = 503;

/**
 * Pages of visitors that nobody knows, each made once for a version of the data. The version is asked for at every request, so that no
 * page is older than the last change that was acknowledged, in whatever process. Pages of older versions are what is shown while the
 * backend is away.
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

  /** @returns undefined when the page is not one to share, or nothing is kept at all */
  keyOf(request: FastifyRequest, site: Site): string | undefined {
    return this.on ? this.keys.of(request, site) : undefined;
  }

  /** Whether there is a page at all: whether it is worth asking for the version. */
  has(key: string): boolean {
    return this.store.peek(key) !== undefined;
  }

  /**
   * The version of the data, asked for after this call. Callers share the answer, which many pages a second are waiting for.
   * @returns undefined when nobody knows it
   */
  version(site: Site): Promise<string | undefined> {
    const { name } = site.public;
    let question = this.questions.get(name);
    if (!question)
      this.questions.set(name, (question = new SharedRequest(() => this.versions.of(name), afterPendingInput)));
    return question.ask();
  }

  /** @returns the page, if there is one of that version */
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

  /** @returns the page's bytes, which are often there already */
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
    if (response.status !== OK || !response.html || !response.shareable || !response.complete)
      return { kind: 'made', response };
    if (version === undefined && known && response.madeAt - known.facts.madeAt < RENEW_AFTER_MS)
      return { kind: 'made', response };
    const { page: name, until, madeAt, search } = response;
    const headers = { ...response.headers, 'cache-control': this.cacheControl };
    const page = new CachedPage(Buffer.from(response.html), {
      page: name,
      version,
      until,
      madeAt,
      headers,
      search,
    });
    // One that was begun later has newer data.
    if (!known || known.facts.madeAt <= madeAt) this.store.set(key, page);
    return version === undefined ? { kind: 'made', response } : { kind: 'stored', page, hit: false };
  }
}

/** A page that was made for one request alone is made once more for each of the others. */
function isForAll(answer: CacheResult): boolean {
  return answer.kind !== 'made' || answer.response.shareable;
}

/** Work under way, by key and version: whoever asks for the same waits for it instead of doing it again. */
class RequestCoalescer<Result> {
  private readonly flights = new Map<string, { version: string; landing: Promise<Result> }>();

  /** @returns undefined when nobody is at it, or for another version of the data */
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

/** How long an old page may be sent while a CDN fetches the new one, as a multiple of its age. */
const WHILE_REVALIDATE = 10;

/**
 * `Cache-Control` of a page that everybody may share. Browsers and CDNs keep it and ask each time whether it is still right (by its
 * ETag), unless the operator lets a CDN do without that for a while.
 * @param cdnMaxAge seconds; 0: a CDN asks each time too
 */
function sharedCacheControl(cdnMaxAge: number): string {
  if (cdnMaxAge === 0) return 'public, no-cache';
  return `public, max-age=0, s-maxage=${cdnMaxAge}, stale-while-revalidate=${cdnMaxAge * WHILE_REVALIDATE}`;
}

const REPORT_EVERY_MS = 60_000;

/** Says in the log, at `debug` and once a minute at most, what the page cache was good for. */
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

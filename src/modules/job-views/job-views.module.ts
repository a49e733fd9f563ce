import {
  Module,
  Controller,
  Get,
  Header,
  Inject,
  Param,
  Query,
  Req,
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { JOB_VIEWS_PATH } from '#contract/pages/paths.js';
import {
  readSource,
  SOURCE_FIELD,
  viewSource,
  type ViewSource,
  sourcePaths,
  type Arrival,
  below,
  namedSource,
} from '#contract/view-source.js';
import { deriveKey } from '#contract/backend/signed-tokens.js';
import { signCounts } from '#contract/backend/web-counts.js';
import { CountJobViewsDocument } from '#contract/generated/operations.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { JOB_VIEWS, type JobTally, type JobViewClaims } from '#contract/job-views.js';
import { isRobot } from '../../common/robots.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { CountBuffer, type CountedSite } from '../../common/count-buffer.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { GraphqlClient } from '../graphql-client/index.js';

const FLUSH_MS = 5000;
const MAX_ENTRIES = 20_000;

/** Path of a job's page in any language: the id follows the translated first segment. */
const JOB_ADDRESS = /\/(\d{1,15})(?:[/?]|$)/;

/** How long browsers may keep a prefetched page before it is shown, in milliseconds. */
const REMEMBERED_MS = 5 * 60_000;

const MAX_JOBS = 10_000;
const MAX_OF_A_JOB = 50;

/** Counts in memory how often jobs are viewed and their forms opened, and sends the counts to the backend every few seconds. */
@Injectable()
export class ViewCounter implements BeforeApplicationShutdown {
  private readonly key: Uint8Array;
  private readonly logger = new Logger('JobViews');
  private readonly counts: CountBuffer<Counted>;
  private readonly arrivals = new Arrivals();

  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SETTINGS) { AUTH_SECRET }: Pick<Settings, 'AUTH_SECRET'>,
  ) {
    this.key = deriveKey(AUTH_SECRET[0]!, JOB_VIEWS.keyPurpose);
    this.counts = new CountBuffer({
      flushMs: FLUSH_MS,
      maxEntries: MAX_ENTRIES,
      write: (site, counts) => this.write(site, [...counts]),
    });
  }

  /** Stores the source of a request for a job's page until its image is requested. Also called for pages from the page cache. */
  arrived({ headers, method, url }: Pick<FastifyRequest, 'headers' | 'method' | 'url'>, site: CountingSite): void {
    if (method !== 'GET' || site.features.readOnly || isRobot(headers['user-agent'])) return;
    const id = JOB_ADDRESS.exec(url)?.[1];
    if (id === undefined) return;
    const { host, referer } = headers;
    this.arrivals.add(`${site.name} ${id}`, viewSource({ url, host, referer }, sourcePaths(site), id));
  }

  /**
   * Counts a view. The search page shows a job in place, without a separate job page.
   *
   * @param referer referrer of the image: the page that shows the job
   */
  seen(site: CountingSite, jobId: string, { host, referer }: Partial<Record<'host' | 'referer', string>> = {}): void {
    const isInPlace = viewSource({ url: '', host, referer }, sourcePaths(site)) === 'search';
    const source: ViewSource | undefined = isInPlace ? 'search' : this.arrivals.take(`${site.name} ${jobId}`);
    this.add(site, jobId, source ? ['views', source] : ['views']);
  }

  /** Counts the start of an application. @param source the source that led to the job; undefined if unknown */
  started(site: CountingSite, jobId: string, source?: ViewSource): void {
    this.add(site, jobId, source ? ['started', `started_${source}`] : ['started']);
  }

  /** Sends the remaining counts while the backend is still running. */
  beforeApplicationShutdown(): Promise<void> {
    return this.counts.close();
  }

  private add({ name, locales, features }: CountingSite, jobId: string, counted: readonly (keyof Counted)[]): void {
    // No writes in maintenance mode.
    if (features.readOnly) return;
    this.counts.add({ site: name, locale: locales[0]! }, jobId, (before = { views: 0 }) => {
      const next = { ...before };
      for (const what of counted) next[what] = (before[what] ?? 0) + 1;
      return next;
    });
  }

  private async write(frontend: CountedSite, counts: [string, Counted][]): Promise<void> {
    for (let at = 0; at < counts.length; at += JOB_VIEWS.most) {
      const part = claimsOf(counts.slice(at, at + JOB_VIEWS.most));
      const assertion = await signCounts(this.key, { ...part });
      const answer = await this.client.request(CountJobViewsDocument, { assertion }, { frontend });
      if (!answer.ok) this.logger.warn(`Job views were not counted: ${answer.failure.message}`);
      else if (answer.data.countJobViews === null)
        this.logger.warn('Job views were not counted: AUTH_SECRET differs from that of the backend');
    }
  }
}

/**
 * Sources of requests for job pages, stored until the page's tracking image shows that the page is viewed. Pages that were only prefetched,
 * or read by a robot, are never viewed. Which request an image belongs to is unknown and irrelevant: each view of a job counts the latest
 * of its stored sources.
 */
class Arrivals {
  private readonly sources = new LRUCache<string, (ViewSource | undefined)[]>({ max: MAX_JOBS, ttl: REMEMBERED_MS });

  /** @param job the job's id, combined with that of its site */
  add(job: string, source: ViewSource | undefined): void {
    const waiting = this.sources.get(job) ?? [];
    if (waiting.length < MAX_OF_A_JOB) waiting.push(source);
    this.sources.set(job, waiting);
  }

  /** @returns the source of a view; undefined if it is unknown */
  take(job: string): ViewSource | undefined {
    return this.sources.get(job)?.pop();
  }
}

/** A transparent image of one pixel. */
const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PICTURE = /^(\d{1,15})(-apply)?\.gif$/;

/** The tracking image of job pages and of application forms. Public; it contains no data, sets no cookie and identifies nobody. */
@Controller(JOB_VIEWS_PATH)
class JobViewsController {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(ViewCounter) private readonly counter: ViewCounter,
  ) {}

  @Get(':name')
  @RouteConfig({ rateLimit: { max: 120, timeWindow: '1 minute' } })
  @Header('Content-Type', 'image/gif')
  @Header('Cache-Control', 'no-store')
  seen(@Param('name') name: string, @Query(SOURCE_FIELD) source: unknown, @Req() request: FastifyRequest): Buffer {
    const [, id, isStart] = PICTURE.exec(name) ?? [];
    const { host, referer, 'user-agent': agent, 'sec-purpose': purpose } = request.headers;
    if (id === undefined || isRobot(agent) || purpose) return DOT;
    const { public: site } = this.sites.forHost(host);
    if (isStart) this.counter.started(site, id, readSource(source));
    else this.counter.seen(site, id, { host, referer });
    return DOT;
  }
}

/** Counts views of jobs and the sources of visitors. */
@Module({
  imports: [SitesModule],
  controllers: [JobViewsController],
  providers: [ViewCounter],
  exports: [ViewCounter],
})
export class JobViewsModule {}

type CountingSite = Pick<PublicSite, 'name' | 'locales' | 'routeNames' | 'features'>;

/** Counts of one job. */
interface Counted extends JobTally {
  views: number;
}

/** Every backend supports plain view counts; the details are in separate fields. */
function claimsOf(counts: readonly [string, Counted][]): JobViewClaims {
  const views: Record<string, number> = {};
  const tallies: Record<string, JobTally> = {};
  for (const [id, { views: count, ...tally }] of counts) {
    if (count > 0) views[id] = count;
    if (Object.keys(tally).length > 0) tallies[id] = tally;
  }
  return { views, ...(Object.keys(tallies).length > 0 && { tallies }) };
}

/**
 * Determines the source from which a user came to the job whose application form they open. The address of the form names the source if the
 * job's page or the search page has added it. Otherwise it is derived from `Referer`: the search page, or the job's page if its address
 * names the source. In all other cases it is unknown, because users are not tracked from page to page.
 *
 * @param arrival the request for the form
 * @param isLoggedIn another website as referrer of a logged-in user says nothing: they may have returned from logging in there
 * @returns undefined if the source is unknown
 */
export function applicationSource(
  { url, host, referer }: Arrival,
  site: Pick<PublicSite, 'locales' | 'routeNames'>,
  { jobId, isLoggedIn }: { jobId: string; isLoggedIn: boolean },
): ViewSource | undefined {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  if (query.has(SOURCE_FIELD)) return readSource(query.get(SOURCE_FIELD));
  const named = readSource(namedSource(url));
  if (named) return named;
  const from = referer !== undefined && URL.canParse(referer) ? new URL(referer) : undefined;
  if (!from?.host) return undefined;
  if (from.host !== host) return isLoggedIn ? undefined : 'elsewhere';
  const paths = sourcePaths(site);
  if (below(paths.job, from.pathname) === jobId) return readSource(namedSource(from.search));
  return viewSource({ url: '', host, referer }, paths) === 'search' ? 'search' : undefined;
}

import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { deriveKey } from '#contract/backend/derive-key.js';
import { signCounts } from '#contract/backend/web-counts.js';
import { CountJobViewsDocument } from '#contract/generated/operations.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { JOB_VIEWS, type JobTally, type JobViewClaims } from '#contract/job-views.js';
import { sourcePaths } from '#contract/source-paths.js';
import { viewSource, type ViewSource } from '#contract/view-source.js';
import { CountBuffer, type CountedSite } from '../../common/count-buffer.js';
import { isRobot } from '../../common/robots.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { GraphqlClient } from '../graphql-client/index.js';

const FLUSH_MS = 5000;
const MAX_ENTRIES = 20_000;
/** Path of a job's page in any language: the id follows the translated first segment. */
const JOB_ADDRESS = /\/(\d{1,15})(?:[/?]|$)/;

type CountingSite = Pick<PublicSite, 'name' | 'locales' | 'routeNames' | 'features'>;

/** Counts of one job. */
interface Counted extends JobTally {
  views: number;
}

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

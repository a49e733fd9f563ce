import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
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
import { Arrivals } from './arrivals.js';

const FLUSH_MS = 5000;
const MAX_ENTRIES = 20_000;
/** Of the page of a job, in any language: its id follows the first segment of its name. */
const JOB_ADDRESS = /\/(\d{1,15})(?:[/?]|$)/;

type CountingSite = Pick<PublicSite, 'name' | 'locales' | 'routeNames' | 'features'>;

/** What was counted of one job. */
interface Counted extends JobTally {
  views: number;
}

/** Counts in memory how often jobs are seen and their forms opened, and tells the backend every few seconds. */
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

  /** Remembers from where somebody came to the page of a job, whether the page cache answers or not, until its picture is asked for. */
  arrived({ headers, method, url }: Pick<FastifyRequest, 'headers' | 'method' | 'url'>, site: CountingSite): void {
    if (method !== 'GET' || site.features.readOnly || isRobot(headers['user-agent'])) return;
    const id = JOB_ADDRESS.exec(url)?.[1];
    if (id === undefined) return;
    const { host, referer } = headers;
    this.arrivals.add(`${site.name} ${id}`, viewSource({ url, host, referer }, sourcePaths(site), id));
  }

  /**
   * Counts a view. On the search page a job opens in place, without a page of its own.
   *
   * @param referer of the picture: the page that shows the job
   */
  seen(site: CountingSite, jobId: string, { host, referer }: Partial<Record<'host' | 'referer', string>> = {}): void {
    const isInPlace = viewSource({ url: '', host, referer }, sourcePaths(site)) === 'search';
    const source: ViewSource | undefined = isInPlace ? 'search' : this.arrivals.take(`${site.name} ${jobId}`);
    this.add(site, jobId, source ? ['views', source] : ['views']);
  }

  /** Counts that somebody begins to apply. @param source where they came to the job from; undefined: not known */
  started(site: CountingSite, jobId: string, source?: ViewSource): void {
    this.add(site, jobId, source ? ['started', `started_${source}`] : ['started']);
  }

  /** The backend is still there. */
  beforeApplicationShutdown(): Promise<void> {
    return this.counts.close();
  }

  private add({ name, locales, features }: CountingSite, jobId: string, counted: readonly (keyof Counted)[]): void {
    // In maintenance nothing is written.
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

/** Numbers of views alone are what every backend knows; the rest stands beside them. */
function claimsOf(counts: readonly [string, Counted][]): JobViewClaims {
  const views: Record<string, number> = {};
  const tallies: Record<string, JobTally> = {};
  for (const [id, { views: count, ...tally }] of counts) {
    if (count > 0) views[id] = count;
    if (Object.keys(tally).length > 0) tallies[id] = tally;
  }
  return { views, ...(Object.keys(tallies).length > 0 && { tallies }) };
}

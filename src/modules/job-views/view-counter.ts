import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { deriveKey } from '#contract/backend/derive-key.js';
import { signCounts } from '#contract/backend/web-counts.js';
import { CountJobViewsDocument } from '#contract/generated/operations.js';
import { JOB_VIEWS, type JobViewClaims } from '#contract/job-views.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { CountBuffer, type CountedSite } from '../../common/count-buffer.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { GraphqlClient } from '../graphql-client/index.js';

const FLUSH_MS = 5000;
const MAX_ENTRIES = 20_000;

/** Counts views of jobs in memory, and tells the backend every few seconds. */
@Injectable()
export class ViewCounter implements BeforeApplicationShutdown {
  private readonly key: Uint8Array;
  private readonly logger = new Logger('JobViews');
  private readonly views: CountBuffer<number>;

  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SETTINGS) { AUTH_SECRET }: Pick<Settings, 'AUTH_SECRET'>,
  ) {
    this.key = deriveKey(AUTH_SECRET[0]!, JOB_VIEWS.keyPurpose);
    this.views = new CountBuffer({
      flushMs: FLUSH_MS,
      maxEntries: MAX_ENTRIES,
      write: (site, views) => this.write(site, [...views]),
    });
  }

  seen({ name, locales, features }: Pick<PublicSite, 'name' | 'locales' | 'features'>, jobId: string): void {
    // In maintenance nothing is written.
    if (features.readOnly) return;
    this.views.add({ site: name, locale: locales[0]! }, jobId, (before = 0) => before + 1);
  }

  /** The backend is still there. */
  beforeApplicationShutdown(): Promise<void> {
    return this.views.close();
  }

  private async write(frontend: CountedSite, views: [string, number][]): Promise<void> {
    for (let at = 0; at < views.length; at += JOB_VIEWS.most) {
      const part: JobViewClaims = { views: Object.fromEntries(views.slice(at, at + JOB_VIEWS.most)) };
      const assertion = await signCounts(this.key, { ...part });
      const answer = await this.client.request(CountJobViewsDocument, { assertion }, { frontend });
      if (!answer.ok) this.logger.warn(`Job views were not counted: ${answer.failure.message}`);
      else if (answer.data.countJobViews === null)
        this.logger.warn('Job views were not counted: AUTH_SECRET is not the backend’s');
    }
  }
}

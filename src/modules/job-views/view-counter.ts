import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { SignJWT } from 'jose';
import { deriveKey } from '#contract/backend/derive-key.js';
import { CountJobViewsDocument } from '#contract/generated/operations.js';
import { JOB_VIEWS, type JobViewClaims } from '#contract/job-views.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { GraphqlClient } from '../graphql-client/index.js';

const FLUSH_MS = 5000;
/** Of all sites; views of more jobs than these at once are somebody's play. */
const MAX_ENTRIES = 20_000;

/**
 * Counts in memory, and writes what has come together every few seconds, when there is something: a view costs no write of its own. What a
 * killed process has not written yet is lost.
 */
@Injectable()
export class ViewCounter implements BeforeApplicationShutdown {
  private readonly key: Uint8Array;
  private readonly logger = new Logger('JobViews');
  private readonly sites = new Map<string, { locale: string; views: Map<string, number> }>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private pendingViews = 0;

  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SETTINGS) { AUTH_SECRET }: Pick<Settings, 'AUTH_SECRET'>,
  ) {
    this.key = deriveKey(AUTH_SECRET[0]!, JOB_VIEWS.keyPurpose);
  }

  seen({ name, locales, features }: Pick<PublicSite, 'name' | 'locales' | 'features'>, jobId: string): void {
    // In maintenance nothing is written.
    if (features.readOnly || this.pendingViews >= MAX_ENTRIES) return;
    const site = this.sites.get(name) ?? { locale: locales[0]!, views: new Map<string, number>() };
    this.sites.set(name, site);
    const before = site.views.get(jobId);
    if (before === undefined) this.pendingViews += 1;
    site.views.set(jobId, (before ?? 0) + 1);
    this.timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** The backend is still there. */
  async beforeApplicationShutdown(): Promise<void> {
    this.flush();
    await this.writing;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const taken = [...this.sites];
    this.sites.clear();
    this.pendingViews = 0;
    this.writing = this.writing.then(async () => {
      for (const [site, { locale, views }] of taken) await this.write({ site, locale }, [...views]);
    });
  }

  private async write(frontend: { site: string; locale: string }, views: [string, number][]): Promise<void> {
    for (let at = 0; at < views.length; at += JOB_VIEWS.most) {
      const assertion = await this.sign(Object.fromEntries(views.slice(at, at + JOB_VIEWS.most)));
      const answer = await this.client.request(CountJobViewsDocument, { assertion }, { frontend });
      if (!answer.ok) this.logger.warn(`Job views were not counted: ${answer.failure.message}`);
      else if (answer.data.countJobViews === null)
        this.logger.warn('Job views were not counted: AUTH_SECRET is not the backend’s');
    }
  }

  private sign(views: JobViewClaims['views']): Promise<string> {
    const { algorithm, issuer, seconds } = JOB_VIEWS;
    return new SignJWT({ views })
      .setProtectedHeader({ alg: algorithm })
      .setIssuer(issuer)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .sign(this.key);
  }
}

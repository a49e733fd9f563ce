import { Logger } from '@nestjs/common';

/** Site and locale of the counts. */
export interface CountedSite {
  site: string;
  locale: string;
}

/**
 * Collects counts in memory and writes them at intervals, if there are any, so that counting needs no write of its own. Counts that a
 * killed process has not written yet are lost.
 */
export class CountBuffer<Count> {
  private readonly logger = new Logger('Counts');
  private readonly sites = new Map<string, { locale: string; counts: Map<string, Count> }>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private size = 0;

  /** @param options `maxEntries`: limit for all sites together; more different keys at once indicate abuse */
  constructor(
    private readonly options: {
      flushMs: number;
      maxEntries: number;
      write: (site: CountedSite, counts: ReadonlyMap<string, Count>) => Promise<void>;
    },
  ) {}

  /** @param key identifies what is counted @param next returns the new count, given the previous one */
  add({ site: name, locale }: CountedSite, key: string, next: (before: Count | undefined) => Count): void {
    const site = this.sites.get(name) ?? { locale, counts: new Map<string, Count>() };
    const before = site.counts.get(key);
    if (before === undefined && this.size >= this.options.maxEntries) return;
    this.sites.set(name, site);
    if (before === undefined) this.size += 1;
    site.counts.set(key, next(before));
    this.timer ??= setTimeout(() => this.flush(), this.options.flushMs).unref();
  }

  /** Writes the remaining counts. */
  async close(): Promise<void> {
    this.flush();
    await this.writing;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const taken = [...this.sites];
    this.sites.clear();
    this.size = 0;
    this.writing = this.writing.then(async () => {
      for (const [site, { locale, counts }] of taken) await this.write({ site, locale }, counts);
    });
  }

  /** Writes the counts of a site. If that fails they are lost, but not those of other sites, or later ones. */
  private async write(site: CountedSite, counts: ReadonlyMap<string, Count>): Promise<void> {
    try {
      await this.options.write(site, counts);
    } catch (error) {
      this.logger.error(error, `counts of ${site.site} could not be written`);
    }
  }
}

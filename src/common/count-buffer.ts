/** Whose counts they are. */
export interface CountedSite {
  site: string;
  locale: string;
}

/**
 * Gathers counts in memory, and hands over what has come together from time to time, when there is something: what is counted costs no write
 * of its own. What a killed process has not handed over yet is lost.
 */
export class CountBuffer<Count> {
  private readonly sites = new Map<string, { locale: string; counts: Map<string, Count> }>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private size = 0;

  /** @param options `maxEntries`: of all sites together; more different things at once are somebody's play */
  constructor(
    private readonly options: {
      flushMs: number;
      maxEntries: number;
      write: (site: CountedSite, counts: ReadonlyMap<string, Count>) => Promise<void>;
    },
  ) {}

  /** @param key of what is counted @param next its count, from that before it */
  add({ site: name, locale }: CountedSite, key: string, next: (before: Count | undefined) => Count): void {
    const site = this.sites.get(name) ?? { locale, counts: new Map<string, Count>() };
    const before = site.counts.get(key);
    if (before === undefined && this.size >= this.options.maxEntries) return;
    this.sites.set(name, site);
    if (before === undefined) this.size += 1;
    site.counts.set(key, next(before));
    this.timer ??= setTimeout(() => this.flush(), this.options.flushMs).unref();
  }

  /** Hands over what is left. */
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
      for (const [site, { locale, counts }] of taken) await this.options.write({ site, locale }, counts);
    });
  }
}

import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PageCache } from './page-cache.js';

const EVERY_MS = 60_000;

/** Says in the log, at `debug` and once a minute at most, what the page cache was good for. */
@Injectable()
export class PageCacheReport implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('PageCache');
  private timer: NodeJS.Timeout | undefined;
  private said = '';

  constructor(@Inject(PageCache) private readonly cache: PageCache) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.say(), EVERY_MS);
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

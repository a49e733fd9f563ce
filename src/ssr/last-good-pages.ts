import { LRUCache } from 'lru-cache';

/** A page as it was sent: enough to send it again. */
export interface SentPage {
  html: Buffer;
  headers: Readonly<Record<string, string>>;
}

const MAX_BYTES = 24 * 1024 * 1024;
/** A page is remembered again only after this long, so that a busy address costs nothing more. */
const RENEW_AFTER_MS = 30_000;

/** Pages that were right a while ago, for the time when the backend is not there. Bounded in bytes; anonymous pages only. */
export class LastGoodPages {
  private readonly pages = new LRUCache<string, SentPage & { at: number }>({
    maxSize: MAX_BYTES,
    sizeCalculation: (page, key) => page.html.length + key.length,
  });

  constructor(private readonly now: () => number = Date.now) {}

  wants(key: string): boolean {
    const known = this.pages.peek(key);
    return !known || this.now() - known.at > RENEW_AFTER_MS;
  }

  remember(key: string, page: SentPage): void {
    this.pages.set(key, { ...page, at: this.now() });
  }

  /** @returns the page and its age in seconds */
  recall(key: string): { page: SentPage; ageSeconds: number } | undefined {
    const known = this.pages.get(key);
    return known && { page: known, ageSeconds: Math.round((this.now() - known.at) / 1000) };
  }
}

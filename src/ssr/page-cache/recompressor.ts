import type { Encoding } from './encodings.js';
import type { PageBytes, CachedPage } from './cached-page.js';

/** So often sent, bytes that took longer to make are worth it: ten milliseconds for a tenth of the size. */
const OFTEN = 30;
const MAX_WAITING = 50;

/** Compresses pages that are sent often once more and better, one after the other. */
export class Recompressor {
  private readonly waiting = new Map<CachedPage, Encoding>();
  private working = false;

  /** Told of each time that bytes are sent. */
  sent(page: CachedPage, encoding: Encoding, bytes: PageBytes): void {
    bytes.sent += 1;
    if (bytes.sent < OFTEN || bytes.effort === 'best' || encoding === 'identity') return;
    if (this.waiting.size >= MAX_WAITING || this.waiting.has(page)) return;
    this.waiting.set(page, encoding);
    if (!this.working) void this.work();
  }

  private async work(): Promise<void> {
    this.working = true;
    for (const [page, encoding] of this.waiting) {
      // A page that cannot be compressed better stays as it is.
      await page.improve(encoding).catch(() => undefined);
      this.waiting.delete(page);
    }
    this.working = false;
  }
}

import { ConnectionLost } from './connection-lost';

const MAX_CACHED_PAGES = 12;
const CACHED_FOR_MS = 5 * 60_000;
const AHEAD_FOR_MS = 30_000;

/** A prefetched page. */
interface FetchedAhead {
  href: string;
  at: number;
  html: Promise<string>;
  abort: AbortController;
}

/**
 * Fetches pages of this site as HTML; one at a time, a later request aborts an earlier one. Caches the last few pages
 * for going back, and one prefetched page.
 */
export class PageLoader {
  private readonly pages = new Map<string, { html: string; at: number }>();
  private running?: AbortController;
  /** The address of the requested page while it is loading. */
  loading?: string;
  private ahead?: FetchedAhead;

  /**
   * @param fromCache whether a page that was cached some minutes ago may be used
   *
   * @throws if the page cannot be fetched, or another one was requested meanwhile (AbortError)
   */
  async load(url: URL, fromCache: boolean): Promise<Document> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.loading = url.href;
    try {
      const html =
        (fromCache && this.recall(url.href)) ||
        (await this.takeAhead(url.href)) ||
        (await fetchHtml(url, { signal: running.signal }));
      running.signal.throwIfAborted();
      return new DOMParser().parseFromString(html, 'text/html');
    } finally {
      if (this.running === running) this.loading = undefined;
    }
  }

  /** Aborts the load of the requested page (AbortError). */
  cancel(): void {
    this.running?.abort();
    this.loading = undefined;
  }

  /** Prefetches a page that will probably be requested; only the last call counts. */
  prefetch(url: URL): void {
    if (this.loading === url.href) return;
    if (this.ahead?.href === url.href && Date.now() - this.ahead.at < AHEAD_FOR_MS) return;
    this.ahead?.abort.abort();
    const abort = new AbortController();
    const html = fetchHtml(url, { signal: abort.signal, priority: 'low' });
    this.ahead = { href: url.href, at: Date.now(), html, abort };
    // If the user opens the page, it is fetched again, and the error is shown then.
    html.catch(() => undefined);
  }

  /**
   * Returns a page that will probably be requested, to read it in advance.
   * @throws if the page cannot be fetched, or another one was prefetched meanwhile
   */
  async read(url: URL): Promise<Document> {
    this.prefetch(url);
    const html = await (this.ahead?.href === url.href ? this.ahead.html : fetchHtml(url, {}));
    return new DOMParser().parseFromString(html, 'text/html');
  }

  store(href: string, html: string): void {
    this.pages.delete(href);
    this.pages.set(href, { html, at: Date.now() });
    const [oldest] = this.pages.keys();
    if (this.pages.size > MAX_CACHED_PAGES && oldest) this.pages.delete(oldest);
  }

  private recall(href: string): string | undefined {
    const known = this.pages.get(href);
    return known && Date.now() - known.at < CACHED_FOR_MS ? known.html : undefined;
  }

  /** A prefetched page is used only once: the page may have changed the next time. */
  private async takeAhead(href: string): Promise<string | undefined> {
    const { ahead } = this;
    if (ahead?.href !== href || Date.now() - ahead.at >= AHEAD_FOR_MS) return undefined;
    this.ahead = undefined;
    return ahead.html.catch(() => undefined);
  }
}

/** @throws ConnectionLost if the connection is lost before the page has arrived as a whole */
async function fetchHtml(url: URL, options: RequestInit): Promise<string> {
  try {
    const response = await fetch(url, { ...options, headers: { accept: 'text/html' } });
    if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) {
      throw new Error(`HTTP ${response.status}`);
    }
    return await response.text();
  } catch (error) {
    throw error instanceof TypeError ? new ConnectionLost(error.message) : error;
  }
}

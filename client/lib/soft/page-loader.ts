import { ConnectionLost } from './connection-lost';

const MAX_CACHED_PAGES = 12;
const CACHED_FOR_MS = 5 * 60_000;
const AHEAD_FOR_MS = 30_000;

/** A page that is fetched before it is asked for. */
interface FetchedAhead {
  href: string;
  at: number;
  html: Promise<string>;
  abort: AbortController;
}

/** Its own fields, as it may change them. A getter would be bytes in every results page. */
type Changeable<Type> = { -readonly [Field in keyof Type]: Type[Field] };

/**
 * Fetches pages of this site as HTML; one at a time, a later one ends an earlier one. Keeps the last few for the way back, and one that
 * somebody is about to open.
 */
export class PageLoader {
  private readonly pages = new Map<string, { html: string; at: number }>();
  private running?: AbortController;
  /** The address of the page that somebody has asked for, as long as it is on its way. */
  readonly loading?: string;
  private ahead?: FetchedAhead;

  /**
   * @param fromKept whether a page of some minutes ago will do
   * @throws when there is no such page, or another one was asked for since (AbortError)
   */
  async load(url: URL, fromCache: boolean): Promise<Document> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    (this as Changeable<PageLoader>).loading = url.href;
    try {
      const html =
        (fromCache && this.recall(url.href)) ||
        (await this.takeAhead(url.href)) ||
        (await fetchHtml(url, { signal: running.signal }));
      running.signal.throwIfAborted();
      return new DOMParser().parseFromString(html, 'text/html');
    } finally {
      if (this.running === running) (this as Changeable<PageLoader>).loading = undefined;
    }
  }

  /** Fetches a page that will probably be asked for; only the last guess counts. */
  prefetch(url: URL): void {
    if (this.loading === url.href) return;
    if (this.ahead?.href === url.href && Date.now() - this.ahead.at < AHEAD_FOR_MS) return;
    this.ahead?.abort.abort();
    const abort = new AbortController();
    const html = fetchHtml(url, { signal: abort.signal, priority: 'low' });
    this.ahead = { href: url.href, at: Date.now(), html, abort };
    // Whoever goes there fetches it again and sees what is wrong.
    html.catch(() => undefined);
  }

  /**
   * A page that will probably be asked for, to look at before it is.
   * @throws when there is no such page, or another one was fetched ahead since
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

  /** What was fetched ahead serves once: the next time the page may be another one. */
  private async takeAhead(href: string): Promise<string | undefined> {
    const { ahead } = this;
    if (ahead?.href !== href || Date.now() - ahead.at >= AHEAD_FOR_MS) return undefined;
    this.ahead = undefined;
    return ahead.html.catch(() => undefined);
  }
}

async function fetchHtml(url: URL, options: RequestInit): Promise<string> {
  const response = await fetch(url, { ...options, headers: { accept: 'text/html' } }).catch((error: unknown) => {
    throw error instanceof TypeError ? new ConnectionLost(error.message) : error;
  });
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) {
    throw new Error(`HTTP ${response.status}`);
  }
  return response.text();
}

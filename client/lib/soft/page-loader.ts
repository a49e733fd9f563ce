const KEPT = 12;
const KEPT_FOR_MS = 5 * 60_000;

/** Fetches pages of this site as HTML; one at a time, a later one ends an earlier one. Keeps the last few for the way back. */
export class PageLoader {
  private readonly kept = new Map<string, { html: string; at: number }>();
  private running?: AbortController;

  /**
   * @param fromKept whether a page of some minutes ago will do
   * @throws when there is no such page, or another one was asked for since (AbortError)
   */
  async load(url: URL, fromKept: boolean): Promise<Document> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const html = (fromKept && this.recall(url.href)) || (await fetchHtml(url, running.signal));
    running.signal.throwIfAborted();
    return new DOMParser().parseFromString(html, 'text/html');
  }

  keep(href: string, html: string): void {
    this.kept.delete(href);
    this.kept.set(href, { html, at: Date.now() });
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT && oldest) this.kept.delete(oldest);
  }

  private recall(href: string): string | undefined {
    const known = this.kept.get(href);
    return known && Date.now() - known.at < KEPT_FOR_MS ? known.html : undefined;
  }
}

async function fetchHtml(url: URL, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, headers: { accept: 'text/html' } });
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) {
    throw new Error(`HTTP ${response.status}`);
  }
  return response.text();
}

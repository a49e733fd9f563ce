import { removeMessages } from './clear-messages';
import { ConnectionLost, announceConnectionLost } from './connection-lost';
import { PageLoader } from './page-loader';
import { holdRegion, swapRegions } from './regions';

/** One step from page to page without loading it anew. */
export interface Step {
  url: URL;
  /** Which part is dimmed when it takes long. */
  busy?: string;
  /** Called right before the new page takes the place of this one. */
  beforeSwap?: () => void;
  /** Called right after, when the address is that of the new page: where the focus goes, what is scrolled. */
  afterSwap?: () => void;
  history?: 'push' | 'keep';
}

export interface SoftNavigationOptions {
  /** The address that this page goes by, if it says so itself. */
  addressOf: (page: Document) => string | undefined;
  /** Called right after each swap, before the address changes: takes over what lies outside of regions. */
  afterSwap: (page: Document) => void;
  /** Told what to say to those who do not see the change. */
  announcement: () => string;
}

const BUSY_AFTER_MS = 300;
const SCROLL_SETTLES_MS = 120;

/** Goes from page to page by swapping regions. The address always says what is shown, back and forward included (ROUTE-07). */
export class SoftNavigation {
  private readonly loader = new PageLoader();
  private shown = new URL(location.href);

  constructor(private readonly options: SoftNavigationOptions) {
    history.scrollRestoration = 'manual';
    const { y } = (history.state ?? {}) as { y?: number };
    if (y) scrollTo(0, y);
    this.rememberScroll();
    addEventListener('popstate', (event) => this.onTraversal(event));
  }

  /**
   * Lets a script put a part of another page into a region: it stays as long as pages that come have the same there as this one.
   * @returns false when the page is of another build, or a step has begun that brings another one
   */
  hold(region: HTMLElement, page: Document): boolean {
    return !this.loader.loading && holdRegion(region, page);
  }

  /** Goes there; whatever goes wrong, the browser goes there by itself. */
  async go(step: Step): Promise<void> {
    await this.step(step, false);
  }

  /** Fetches what a step will probably need. */
  prepare({ url }: Step): void {
    if (url.href !== location.href) this.loader.prefetch(url);
  }

  /** @returns the page of an address, which a step there then has at hand; undefined when it cannot be had, or another one was wanted since */
  async read(url: URL): Promise<Document | undefined> {
    return this.loader.read(url).catch(() => undefined);
  }

  private async step(step: Step, traversal: boolean): Promise<void> {
    const { url, busy, history: entry = 'push' } = step;
    const timer = setTimeout(() => setBusy(busy, true), BUSY_AFTER_MS);
    try {
      const page = await this.loader.load(url, traversal);
      const html = page.documentElement.outerHTML;
      const address = this.options.addressOf(page);
      const settled = address && entry === 'push' && !traversal ? new URL(address, location.href) : url;
      step.beforeSwap?.();
      removeMessages();
      swapRegions(page);
      this.options.afterSwap(page);
      if (entry === 'push') this.loader.store(settled.href, html);
      if (entry === 'push' && !traversal && settled.href !== location.href)
        history.pushState({ y: scrollY }, '', settled);
      if (entry === 'push') this.shown = settled;
      // For `client/lib/measurement`, by name: a module for it would be another file to load.
      if (entry === 'push') dispatchEvent(new Event('page-changed'));
      step.afterSwap?.();
      announce(this.options.announcement());
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      if (error instanceof ConnectionLost && announceConnectionLost(url.href)) return;
      location.assign(url);
    } finally {
      clearTimeout(timer);
      setBusy(busy, false);
    }
  }

  private onTraversal(event: PopStateEvent): void {
    const url = new URL(location.href);
    if (url.pathname === this.shown.pathname && url.search === this.shown.search) return;
    const { y = 0 } = (event.state ?? {}) as { y?: number };
    void this.step({ url, busy: '[data-region="results"]', afterSwap: () => scrollTo(0, y) }, true);
  }

  private rememberScroll(): void {
    let timer: ReturnType<typeof setTimeout>;
    const remember = () => {
      if (location.href === this.shown.href)
        history.replaceState({ ...(history.state as object | null), y: scrollY }, '');
    };
    addEventListener('scroll', () => {
      clearTimeout(timer);
      timer = setTimeout(remember, SCROLL_SETTLES_MS);
    });
    addEventListener('pagehide', remember);
  }
}

function setBusy(selector: string | undefined, busy: boolean): void {
  if (!selector) return;
  for (const element of document.querySelectorAll(selector)) {
    if (busy) element.setAttribute('aria-busy', 'true');
    else element.removeAttribute('aria-busy');
  }
}

/** An element that gets the same words again says nothing: the words are taken out first. */
export function announce(words: string): void {
  const announcer = document.getElementById('announcer');
  if (!announcer) return;
  announcer.textContent = '';
  setTimeout(() => (announcer.textContent = words), 50);
}

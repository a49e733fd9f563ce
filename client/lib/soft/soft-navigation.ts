import { startBehaviours, stopBehaviours } from '../behaviours';
import { removeMessages } from './clear-messages';
import { ConnectionLost, announceConnectionLost } from './connection-lost';
import { PageLoader } from './page-loader';

/** The fetched page cannot replace this one in place: the browser has to load it itself. */
class PageMismatch extends Error {
  override name = 'PageMismatch';
}

const REGIONS = '[data-region]';
/** Text fields of a form whose regions are replaced, but not the form itself. */
const TEXTS = `form ${REGIONS} input:not([type])`;

/** The server's original HTML of each region of the page, to detect unchanged regions. */
const standing = new Map<string, string>();

/** One navigation step without a page load. */
export interface Step {
  url: URL;
  /** The part that is dimmed if loading takes long. */
  busy?: string;
  /** Called immediately before the new page replaces this one. */
  beforeSwap?: () => void;
  /** Called immediately after that, when the address is that of the new page: for focus and scrolling. */
  afterSwap?: () => void;
  history?: 'push' | 'keep';
}

interface SoftNavigationOptions {
  /** The server's HTML of a region that scripts have changed since. */
  original: [region: string, html: string];
  /** The canonical address of a page, if it contains one. */
  addressOf: (page: Document) => string | undefined;
  /** Called immediately after each swap, before the address changes: updates elements outside of regions. */
  afterSwap: (page: Document) => void;
  /**
   * Called after a step back or forward by which the focused element was removed: moves the focus.
   * @param left the page before the step
   */
  refocus: (left: URL) => void;
  /** Returns the text that announces the change to screen readers. */
  announcement: () => string;
}

const BUSY_AFTER_MS = 300;
const SCROLL_SETTLES_MS = 120;

/**
 * Navigates between pages by swapping regions. The address always represents the content, including back and forward
 * navigation (ROUTE-07).
 */
export class SoftNavigation {
  private readonly loader = new PageLoader();
  private shown = new URL(location.href);
  /** Whether the last step was one back or forward. */
  private isTraversal = false;

  constructor(private readonly options: SoftNavigationOptions) {
    standing.set(...options.original);
    history.scrollRestoration = 'manual';
    const { y } = (history.state ?? {}) as { y?: number };
    if (y) scrollTo(0, y);
    this.rememberScroll();
    addEventListener('popstate', (event) => this.onTraversal(event));
  }

  /**
   * Lets a script put a part of another page into a region: it stays as long as new pages have the same content in the
   * region as this one.
   * @returns false if the page is of another build, or if a step to another page has begun
   */
  hold(region: HTMLElement, page: Document): boolean {
    return !this.loader.loading && holdRegion(region, page);
  }

  /** Navigates to the page; if anything fails, the browser loads it. */
  async go(step: Step): Promise<void> {
    await this.step(step, false);
  }

  /** Prefetches the page of a step. */
  prepare({ url }: Step): void {
    if (url.href !== location.href) this.loader.prefetch(url);
  }

  /**
   * @returns the page of an address, which is then cached for a step there; undefined if it cannot be fetched, or
   * another one was requested meanwhile
   */
  async read(url: URL): Promise<Document | undefined> {
    return this.loader.read(url).catch(() => undefined);
  }

  private async step(step: Step, traversal: boolean): Promise<void> {
    const { url, busy, history: entry = 'push' } = step;
    const timer = setTimeout(() => setBusy(busy, true), BUSY_AFTER_MS);
    this.isTraversal = traversal;
    const texts = new Map(textFields(document).map((field) => [field, field.value]));
    try {
      const page = await this.loader.load(url, traversal);
      const html = page.documentElement.outerHTML;
      const address = this.options.addressOf(page);
      const settled = address && entry === 'push' && !traversal ? new URL(address, location.href) : url;
      step.beforeSwap?.();
      removeMessages();
      swapRegions(page, texts);
      this.options.afterSwap(page);
      if (entry === 'push') this.loader.store(settled.href, html);
      if (entry === 'push' && !traversal && settled.href !== location.href)
        history.pushState({ y: scrollY }, '', settled);
      if (entry === 'push') this.shown = settled;
      // An event for `client/lib/measurement`, identified by name only: a shared module would be another file to load.
      if (entry === 'push') dispatchEvent(new Event('page-changed'));
      step.afterSwap?.();
      announce(this.options.announcement());
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      if (error instanceof ConnectionLost && announceConnectionLost(entry === 'keep' ? '' : url.href)) return;
      location.assign(url);
    } finally {
      clearTimeout(timer);
      setBusy(busy, false);
    }
  }

  private onTraversal(event: PopStateEvent): void {
    const url = new URL(location.href);
    if (this.isAt(url)) {
      // The user went back and forth before the other page was loaded. Links to a part of the page get here too, and do
      // not end a step that was begun by a click.
      if (this.isTraversal) this.loader.cancel();
      return;
    }
    const { y = 0 } = (event.state ?? {}) as { y?: number };
    const left = this.shown;
    const afterSwap = () => {
      scrollTo(0, y);
      if (document.activeElement === document.body) this.options.refocus(left);
    };
    void this.step({ url, busy: '[data-region="results"]', afterSwap }, true);
  }

  /** Whether it is the address of this page: links to a part of the page do not change it. */
  private isAt({ pathname, search }: URL | Location): boolean {
    return pathname === this.shown.pathname && search === this.shown.search;
  }

  private rememberScroll(): void {
    let timer: ReturnType<typeof setTimeout>;
    const remember = () => {
      if (this.isAt(location)) history.replaceState({ ...(history.state as object | null), y: scrollY }, '');
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

/**
 * Announces a change to screen readers; while a dialog with an announcer is open, there. Setting the same text again
 * would not be announced: the text is removed first.
 */
export function announce(words: string): void {
  const announcer = document.querySelector('dialog[open] [data-announcer], #announcer');
  if (!announcer) return;
  announcer.textContent = '';
  setTimeout(() => (announcer.textContent = words), 50);
}

/**
 * Replaces this page's regions (`data-region`) with those of another page, and stops and starts the behaviours of
 * removed and added elements. Unchanged regions stay, with their state.
 * @param texts the texts in the fields when the page was requested
 * @throws PageMismatch before anything has changed
 */
function swapRegions(next: Document, texts: ReadonlyMap<HTMLInputElement, string>): void {
  if (styleSheets(next) !== styleSheets(document)) throw new PageMismatch('Another build.');
  const pairs = [...document.querySelectorAll<HTMLElement>(REGIONS)].map((old) => {
    const name = old.dataset.region ?? '';
    const fresh = next.querySelector<HTMLElement>(`[data-region="${name}"]`);
    if (!fresh) throw new PageMismatch(`No region "${name}".`);
    return { name, old, fresh, source: fresh.outerHTML };
  });
  const focused = describeFocus();
  const opened = openDetails();
  keepTyped(next, texts);
  for (const { name, old, fresh, source } of pairs) {
    if (standing.get(name) === source) continue;
    standing.set(name, source);
    stopBehaviours(old);
    old.replaceWith(document.adoptNode(fresh));
  }
  document.title = next.title;
  for (const key of opened) document.querySelector(`details[data-keep="${key}"]`)?.setAttribute('open', '');
  const refocused = focused?.();
  // A field that had the focus was not folded away.
  refocused?.closest('details')?.setAttribute('open', '');
  refocused?.focus({ preventScroll: true });
  startBehaviours();
}

function textFields(of: Document): HTMLInputElement[] {
  return [...of.querySelectorAll<HTMLInputElement>(TEXTS)];
}

/**
 * Copies texts that the user has not submitted into the fields of the next page: those typed while it was loading, and
 * earlier ones if the page does not itself change their field.
 */
function keepTyped(next: Document, texts: ReadonlyMap<HTMLInputElement, string>): void {
  for (const field of textFields(document)) {
    const { name, value, defaultValue } = field;
    const fresh = textFields(next).find((other) => other.name === name);
    if (fresh && value !== (fresh.defaultValue === defaultValue ? defaultValue : texts.get(field))) fresh.value = value;
  }
}

/** See `SoftNavigation.hold`. */
function holdRegion({ dataset, outerHTML }: HTMLElement, page: Document): boolean {
  standing.set(dataset.region ?? '', outerHTML);
  return styleSheets(page) === styleSheets(document);
}

function styleSheets(page: Document): string {
  return [...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href')).join();
}

function openDetails(): string[] {
  return [...document.querySelectorAll<HTMLElement>('details[data-keep][open]')].map(
    ({ dataset }) => dataset.keep ?? '',
  );
}

/** Returns a function that finds the focused element again, in the same region; undefined if it cannot be identified. */
function describeFocus(): (() => HTMLElement | null) | undefined {
  const focused = document.activeElement;
  const region = focused?.closest<HTMLElement>(REGIONS)?.dataset.region;
  if (!focused || !region) return undefined;
  const key = ['name', 'data-save', 'data-facet-filter', 'href'].find((each) => focused.hasAttribute(each));
  if (!key) return undefined;
  const same = (attribute: string) => `[${attribute}="${CSS.escape(focused.getAttribute(attribute) ?? '')}"]`;
  // Several fields with the same name differ in their values.
  const selector =
    `[data-region="${region}"] ${same(key)}` +
    (focused.matches('[type="checkbox"], [type="radio"]') ? same('value') : '');
  return () => {
    const found = focused.isConnected ? null : document.querySelector<HTMLElement>(selector);
    // The text that finds a choice is not part of the search. The field filters again when it gets the focus.
    if (found && key === 'data-facet-filter') (found as HTMLInputElement).value = (focused as HTMLInputElement).value;
    return found;
  };
}
